/** Functions that programs import by number. Others keep their number, `ord12`, as is the custom. */
const winsock: Readonly<Record<number, string>> = {
  ...named(
    1,
    'accept bind closesocket connect getpeername getsockname getsockopt htonl htons ioctlsocket inet_addr inet_ntoa listen ntohl ntohs recv recvfrom select send sendto setsockopt shutdown socket',
  ),
  ...named(
    51,
    'gethostbyaddr gethostbyname getprotobyname getprotobynumber getservbyname getservbyport gethostname',
  ),
  ...named(
    101,
    'WSAAsyncSelect WSAAsyncGetHostByAddr WSAAsyncGetHostByName WSAAsyncGetProtoByNumber WSAAsyncGetProtoByName WSAAsyncGetServByPort WSAAsyncGetServByName WSACancelAsyncRequest WSASetBlockingHook WSAUnhookBlockingHook WSAGetLastError WSASetLastError WSACancelBlockingCall WSAIsBlocking WSAStartup WSACleanup',
  ),
  ...named(151, '__WSAFDIsSet'),
}

const automation: Readonly<Record<number, string>> = {
  ...named(
    2,
    'SysAllocString SysReAllocString SysAllocStringLen SysReAllocStringLen SysFreeString SysStringLen VariantInit VariantClear VariantCopy VariantCopyInd VariantChangeType VariantTimeToDosDateTime DosDateTimeToVariantTime SafeArrayCreate SafeArrayDestroy SafeArrayGetDim SafeArrayGetElemsize SafeArrayGetUBound SafeArrayGetLBound SafeArrayLock SafeArrayUnlock SafeArrayAccessData SafeArrayUnaccessData SafeArrayGetElement SafeArrayPutElement SafeArrayCopy DispGetParam DispGetIDsOfNames DispInvoke CreateDispTypeInfo CreateStdDispatch RegisterActiveObject RevokeActiveObject GetActiveObject SafeArrayAllocDescriptor SafeArrayAllocData SafeArrayDestroyDescriptor SafeArrayDestroyData SafeArrayRedim',
  ),
  ...named(147, 'VariantChangeTypeEx SafeArrayPtrOfIndex SysStringByteLen SysAllocStringByteLen'),
  ...named(161, 'LoadTypeLib LoadRegTypeLib RegisterTypeLib QueryPathOfRegTypeLib'),
  ...named(183, 'LoadTypeLibEx SystemTimeToVariantTime VariantTimeToSystemTime UnRegisterTypeLib'),
  ...named(200, 'GetErrorInfo SetErrorInfo CreateErrorInfo'),
  ...named(411, 'SafeArrayCreateVector'),
}

const libraries: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'ws2_32.dll': winsock,
  'wsock32.dll': winsock,
  'oleaut32.dll': automation,
}

export const ordinalName = (library: string, ordinal: number): string =>
  libraries[library.toLowerCase()]?.[ordinal] ?? `ord${ordinal}`

function named(first: number, list: string): Record<number, string> {
  return Object.fromEntries(list.split(' ').map((name, index) => [first + index, name]))
}
