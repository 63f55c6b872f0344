// Appends lines of one length to one file by several threads, each through a handle of its own that may only append.
//
//     append.exe FILE      says how many lines are there of how many were written
//
// Windows appends each at the end that the file has by then, so none is lost; wine 8 asks for the end first and writes there then.
#include <stdio.h>
#include <windows.h>

enum { WRITERS = 8, LINES = 2000, LENGTH = 50 };
static wchar_t *path;

static HANDLE opened(DWORD access, DWORD how) {
    return CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how, 0, NULL);
}

static DWORD WINAPI writer(void *number) {
    HANDLE file = opened(FILE_APPEND_DATA | SYNCHRONIZE, OPEN_ALWAYS);
    char line[LENGTH + 1];
    for (int count = 0; count < LINES; count++) {
        DWORD written = 0;
        snprintf(line, sizeof line, "writer %2d, line %-34d\n", (int)(INT_PTR)number, count);
        if (!WriteFile(file, line, LENGTH, &written, NULL) || written != LENGTH) return 1;
    }
    CloseHandle(file);
    return 0;
}

int wmain(int count, wchar_t **words) {
    HANDLE threads[WRITERS];
    LARGE_INTEGER size;
    if (count < 2) return 2;
    path = words[1];
    DeleteFileW(path);
    for (INT_PTR number = 0; number < WRITERS; number++) threads[number] = CreateThread(NULL, 0, writer, (void *)number, 0, NULL);
    WaitForMultipleObjects(WRITERS, threads, TRUE, INFINITE);
    HANDLE file = opened(GENERIC_READ, OPEN_EXISTING);
    GetFileSizeEx(file, &size);
    CloseHandle(file);
    DeleteFileW(path);
    printf("%d of %d lines\n", (int)(size.QuadPart / LENGTH), WRITERS * LINES);
    return size.QuadPart != (LONGLONG)WRITERS * LINES * LENGTH;
}
