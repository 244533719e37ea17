// Makes the lookup tables of the agari stage: make_tables DIR
int main() { return 0; }
