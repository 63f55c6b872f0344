// Holds a file open as the game or an editor does: others may read it, and neither write nor delete it.
//
//     hold.exe FILE [MILLISECONDS]      says `held`, and lets go after that time, or once its input ends
#include <stdio.h>
#include <windows.h>

int wmain(int count, wchar_t **words) {
    if (count < 2) return 2;
    HANDLE file = CreateFileW(words[1], GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return 1;
    puts("held");
    fflush(stdout);
    if (count > 2) Sleep(_wtoi(words[2]));
    else while (getchar() != EOF) {}
    CloseHandle(file);
    return 0;
}
