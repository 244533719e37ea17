from oshihiki.cli import main

main()
