/* Preloaded into a server, makes each fsync and fdatasync take 4 ms more, as on a slow disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

typedef int (*sync_function)(int);

int fsync(int file) {
  usleep(4000);
  return ((sync_function)dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  usleep(4000);
  return ((sync_function)dlsym(RTLD_NEXT, "fdatasync"))(file);
}
