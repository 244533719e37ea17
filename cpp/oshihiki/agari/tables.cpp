#include "oshihiki/agari/tables.hpp"

// The tables are 2.3 MB. As an initializer they would take a compiler long to read, so they are
// taken in as they are where the assembler can do so.

#if defined(__GNUC__) && defined(__ELF__)

__asm__(
    ".pushsection .rodata.oshihiki_agari_tables, \"a\", %progbits\n"
    ".balign 64\n"
    ".globl oshihiki_agari_tables\n"
    ".hidden oshihiki_agari_tables\n"
    ".type oshihiki_agari_tables, %object\n"
    "oshihiki_agari_tables:\n"
    ".incbin \"" OSHIHIKI_GENERATED
    "/agari_tables.bin\"\n"
    ".size oshihiki_agari_tables, .-oshihiki_agari_tables\n"
    ".popsection\n");

#elif defined(__GNUC__) && defined(__APPLE__)

__asm__(
    ".section __TEXT,__const\n"
    ".p2align 6\n"
    ".globl _oshihiki_agari_tables\n"
    ".private_extern _oshihiki_agari_tables\n"
    "_oshihiki_agari_tables:\n"
    ".incbin \"" OSHIHIKI_GENERATED
    "/agari_tables.bin\"\n"
    ".text\n");

#else

namespace oshihiki::agari {
extern "C" const Tables oshihiki_agari_tables = {
#include "agari_tables.inc"
};
}  // namespace oshihiki::agari

#endif
