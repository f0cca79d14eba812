// SystemC's library needs an sc_main in every program that links it; the tests start from Catch2's main instead.
extern "C" int sc_main(int, char**) { return 0; }
