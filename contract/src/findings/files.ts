import { doubt, fact, strong } from './entry.ts'

export const fileFindings = {
  'file.extension': doubt(
    ['Extension', 'named {named}, is {type}'],
    'Extension mismatch: named {named}, content is {type}',
    'T1036.008',
  ),
  'file.name-backwards': strong(
    ['Name', 'written backwards'],
    'Right-to-left override in the file name hides the real extension',
    'T1036.002',
  ),
  'file.name-double': strong(
    ['Name', 'double extension'],
    'Double extension: looks like a document but is executable',
    'T1036.007',
  ),
  'filename.extension': fact(['Extension', '{extension}'], 'File extension: {extension}'),
  'filename.no-extension': fact(['Extension', 'none'], 'No file extension'),
  'filename.program': fact(
    ['Extension', 'executable'],
    'Executable or script by its extension ({extension})',
  ),
  'filename.backwards': strong(
    ['Name', 'right-to-left override'],
    'Right-to-left override: the displayed extension of {name} is not the real one',
    'T1036.002',
  ),
  'filename.double': strong(
    ['Name', 'double extension'],
    'Double extension: {name} looks like a document but is executable',
    'T1036.007',
  ),
  'filename.spaces': strong(
    ['Name', 'spaces before the extension'],
    'Spaces push the real extension out of sight: {name}',
    'T1036',
  ),
  'filename.look-alike-letters': strong(
    ['Name', 'look-alike letters'],
    'Homoglyphs in the extension: {name} reads {shown}',
    'T1036',
  ),
  'filename.stream': strong(
    ['Name', 'alternate data stream'],
    'Executable in an alternate data stream, which Windows hides: {name}',
    'T1564.004',
  ),
  'filename.trailing': doubt(
    ['Name', 'trailing dots or spaces'],
    'Trailing dots or spaces hide that it is executable; Windows removes them: {name}',
    'T1036',
  ),
  'filename.lure': doubt(
    ['Name', 'executable named like a document'],
    'Executable named like a document: {name}',
    'T1204.002',
  ),
  'filename.remote': doubt(
    ['Name', 'on another host'],
    'File on remote host {host:value}; opening it can leak the NTLM hash',
    'T1187',
  ),
  'file.test-virus': strong(
    ['Known', 'EICAR test text'],
    'Contains the EICAR test string, {bytes} {bytes?byte|bytes} into the file',
  ),
  'file.polyglot': strong(
    ['Type', 'two in one'],
    'Polyglot: valid as {type} and as {second:words}; tools may disagree on what it is',
    'T1036.008',
  ),
  'file.script-in-picture': strong(
    ['Content', 'script in a picture'],
    'Script hidden in an image ({type}): {evidence}',
    'T1027.009',
  ),
  'archive.limit': fact(
    ['Limit', '{value}'],
    'Not fully examined: limit reached for {what:words} ({count})',
  ),
  'archive.overlap': strong(
    ['Bomb', 'bomb'],
    'Zip bomb: overlapping files claim {packed} packed {packed?byte|bytes}, file size is {size}',
    'T1499',
  ),
  'archive.disk-image-opened': fact(
    ['Disk image', '{form}'],
    'Disk image ({form}): mounts on double-click, its files can bypass Mark of the Web',
    'T1553.005',
  ),
  'archive.disk-image': fact(
    ['Disk image', '{form}'],
    'Disk image ({form}); contents not examined',
    'T1553.005',
  ),
  'archive.two-in-one': strong(
    ['Form', 'two archives in one'],
    'Two concatenated archives: tools may extract different files',
    'T1027',
  ),
  'archive.bomb': strong(
    ['Bomb', 'bomb'],
    'Decompression bomb: {size} {size?byte expands|bytes expand} to {unpacked} or more',
    'T1499',
  ),
  'archive.encrypted': fact(
    ['Encrypted', 'no password fits'],
    '{members} encrypted {members?file|files} not examined: no known password worked',
  ),
  'archive.names-encrypted': doubt(
    ['Encrypted', 'even the names'],
    'File names are encrypted ({form}), which blocks scanners',
    'T1027.013',
  ),
  'archive.password-told': strong(
    ['Encrypted', 'password told beside it'],
    'Opens with a password from the message it came in, a scanner evasion',
    'T1027.013',
  ),
  'archive.password-known': fact(
    ['Encrypted', 'opened'],
    'Encrypted with a known or common password; opened',
  ),
  'archive.method': fact(
    ['Method', '{method}'],
    '{path} not examined: unsupported compression {method}',
  ),
  'archive.path-outside': strong(
    ['Name', 'path outside'],
    'Path traversal: {path} extracts outside the target folder',
    'T1036',
  ),
  'archive.name-backwards': strong(
    ['Name', 'written backwards'],
    'Right-to-left override in file name: {path}',
    'T1036.002',
  ),
  'archive.name-double': strong(
    ['Name', 'double extension'],
    'Double extension: {path} looks like a document but is executable',
    'T1036.007',
  ),
  'archive.script-inside': doubt(
    ['Name', 'script inside'],
    'Contains a script that runs when opened: {path} ({extension})',
    'T1204.002',
  ),
  'archive.program': fact(
    ['Name', 'program'],
    'Contains an executable or a script: {path} ({extension})',
  ),
  'archive.lure': doubt(
    ['Name', 'lure'],
    'Likely lure: {path} is executable ({extension}), and {why:words}',
    'T1204.002',
  ),
  'archive.installer-actions': fact(
    ['Installer', 'custom actions'],
    'Installer with {count} custom {count?action|actions}, such as {name}',
  ),
  'archive.installer-only-runs': doubt(
    ['Installer', 'installs nothing'],
    'Unsigned installer that installs no file and only runs {what:words} ({name})',
    'T1218.007',
  ),
  'archive.installer-command': strong(
    ['Installer', 'command'],
    'Installer runs a command, and {why:words} ({name}): {command}',
    'T1218.007',
  ),
  'archive.help-command': strong(
    ['Help', 'command'],
    'Help page {path} starts a program: {command}',
    'T1218.001',
  ),
  'archive.java-program': fact(['Java', 'program'], 'Java program: opening it runs {class}'),
  'archive.java-command': strong(
    ['Java', 'command'],
    'Java class {path} runs a command, and {why:words}: {command}',
    'T1059',
  ),
  'archive.android-permissions': doubt(
    ['Android', 'permissions'],
    'Android app can read SMS, control the screen and overlay apps or install more: {permissions}',
  ),
  'archive.program-inside': doubt(
    ['Name', 'program inside'],
    'Contains an executable: {path} ({extension})',
    'T1204.002',
  ),
}

export const executableFindings = {
  'executable.overlay-script': strong(
    ['Overlay', 'script'],
    'A script is appended to the executable ({size} {size?byte|bytes}): {evidence}',
    'T1027.009',
  ),
  'executable.packer': doubt(
    ['Packer', '{packer}'],
    'Packed with {packer} (section {section})',
    'T1027.002',
  ),
  'executable.packer-mark': doubt(
    ['Packer', '{packer}'],
    'Packed with {packer} (packer signature found)',
    'T1027.002',
  ),
  'executable.writable-code': doubt(
    ['Section', 'writable code'],
    '{section:part} is both writable and executable',
    'T1027.002',
  ),
  'executable.packed-code': doubt(
    ['Section', 'packed code'],
    '{section} has entropy {entropy}: likely packed or encrypted code',
    'T1027.002',
  ),
  'executable.filled-at-run': doubt(
    ['Section', 'filled when it runs'],
    'Code section {section} is empty on disk and filled at run time',
    'T1027.002',
  ),
  'executable.entry-outside': strong(
    ['Entry point', 'outside'],
    'Entry point {address} is outside all sections',
    'T1027',
  ),
  'executable.entry-no-code': strong(
    ['Entry point', 'no code'],
    'Entry point is in {section}, which is not code',
    'T1027',
  ),
  'executable.entry-last': doubt(
    ['Entry point', 'last section'],
    'Entry point is in the last section ({section}), typical of packers',
    'T1027.002',
  ),
  'executable.overlay-program': strong(
    ['Overlay', 'program'],
    'Another executable is appended ({size} {size?byte|bytes})',
    'T1027.009',
  ),
  'executable.overlay': fact(
    ['Overlay', '{size} bytes'],
    'Appended data (overlay): {size} {size?byte|bytes}',
  ),
  'executable.injection': strong(
    ['Imports', 'injection'],
    'Imports allow process injection: {functions}',
    'T1055',
  ),
  'executable.key-logging': doubt(
    ['Imports', 'key logging'],
    'Imports allow keylogging: {functions}',
    'T1056.001',
  ),
  'executable.download': doubt(
    ['Imports', 'download'],
    'Imports allow downloading files: {functions}',
    'T1105',
  ),
  'executable.credentials': doubt(
    ['Imports', 'credentials'],
    'Imports allow credential theft: {functions}',
    'T1003',
  ),
  'executable.debuggers': doubt(
    ['Imports', 'hiding from debuggers'],
    'Imports allow debugger detection: {functions}',
    'T1622',
  ),
  'executable.few-imports': doubt(
    ['Imports', 'few'],
    'Only {count} {count?import|imports}: likely resolves APIs at run time',
    'T1027.007',
  ),
  'executable.excel-addin': doubt(
    ['Exports', 'add-in of Excel'],
    'Unsigned Excel add-in that runs when opened ({name})',
    'T1204.002',
  ),
  'executable.reflective-loader': strong(
    ['Exports', 'loads itself'],
    'Exports a reflective loader ({name}): loads itself without a file',
    'T1620',
  ),
  'executable.stack': doubt(['Stack', 'executable'], 'Requests an executable stack'),
  'executable.no-sections': doubt(['Sections', 'none'], 'Section table removed', 'T1027'),
  'executable.signed': fact(['Signature', 'present'], 'Signed; signature not verified'),
  'executable.unsigned': fact(['Signature', 'none'], 'Not signed'),
  'executable.tls': fact(['TLS', 'present'], 'TLS callbacks: code may run before the entry point'),
  'executable.stripped': fact(['Symbols', 'stripped'], 'Symbols stripped'),
  'executable.encrypted': fact(['Code', 'encrypted'], 'Encrypted code, as in app-store packages'),
}

export const certificateFindings = {
  'certificate.dates-unreadable': doubt(
    ['Validity', 'unreadable'],
    'Validity dates are unreadable',
  ),
  'certificate.expired': fact(['Validity', 'expired'], 'Expired on {date:date}'),
  'certificate.not-yet': doubt(['Validity', 'not yet'], 'Not valid before {date:date}'),
  'certificate.valid': fact(['Validity', 'valid'], 'Valid until {date:date}'),
  'certificate.long': fact(
    ['Validity', '{days} days'],
    'Valid for {days} {days?day|days}; public CAs issue at most {longest}',
  ),
  'certificate.weak': doubt(['Strength', '{value}'], 'Weak cryptography ({value}): {why:words}'),
  'certificate.self-signed': fact(['Issuer', '{kind}'], 'Not issued by another CA: {kind:words}'),
  'certificate.container': fact(['Form', '{value}'], 'Contains {value:words}. {meaning:words}'),
}
