// Nothing: GLU's functions are in libGL.so.1 here; this library is found in its place by its name.
