// Holds a file open as the game or an editor does: others may read it, and neither write nor delete it.
//
//     hold.exe FILE [MILLISECONDS]      says `held`, and lets go after that time, or once its input ends
//     hold.exe FILE lock                the same, but shares it and has it locked
#include <stdio.h>
#include <windows.h>

int wmain(int count, wchar_t **words) {
    if (count < 2) return 2;
    int is_lock = count > 2 && !wcscmp(words[2], L"lock");
    DWORD access = is_lock ? GENERIC_READ | GENERIC_WRITE : GENERIC_READ;
    DWORD share = is_lock ? FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE : FILE_SHARE_READ;
    HANDLE file = CreateFileW(words[1], access, share, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return 1;
    OVERLAPPED from_start = {0};
    if (is_lock && !LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK, 0, MAXDWORD, MAXDWORD, &from_start)) return 1;
    puts("held");
    fflush(stdout);
    if (count > 2 && !is_lock) Sleep(_wtoi(words[2]));
    else while (getchar() != EOF) {}
    CloseHandle(file);
    return 0;
}
