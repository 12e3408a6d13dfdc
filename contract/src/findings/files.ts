import { doubt, fact, strong } from './entry.ts'

export const fileFindings = {
  'file.extension': doubt(
    ['Extension', 'named {named}, is {type}'],
    'The name and the content do not agree: named {named}, is {type}',
    'T1036.008',
  ),
  'file.name-backwards': strong(
    ['Name', 'written backwards'],
    'A sign in its name turns the letters around, so that another ending is seen',
    'T1036.002',
  ),
  'file.name-double': strong(
    ['Name', 'double extension'],
    'It looks like a document by its name and is run',
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
    'Letters of other alphabets in the extension: {name} reads {shown}',
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
    'It contains the text of the EICAR test file, {bytes} {bytes?byte|bytes} behind its start',
  ),
  'file.polyglot': strong(
    ['Type', 'two in one'],
    'It is a {type} and a {second:words} at once: each program reads of it what it knows',
    'T1036.008',
  ),
  'file.script-in-picture': strong(
    ['Content', 'script in a picture'],
    'A {type} carries the text of a script: {evidence}',
    'T1027.009',
  ),
  'archive.limit': fact(['Limit', '{value}'], 'A limit was reached: {what:words} ({count})'),
  'archive.overlap': strong(
    ['Bomb', 'bomb'],
    'Its members overlap: {packed} packed {packed?byte|bytes} in a file of {size}',
    'T1499',
  ),
  'archive.disk-image-opened': fact(
    ['Disk image', '{form}'],
    'It is a disk image ({form}): Windows opens it by a click, and files on it are not marked as coming from the web',
    'T1553.005',
  ),
  'archive.disk-image': fact(
    ['Disk image', '{form}'],
    'It is a disk image ({form}); what lies on it was not looked into',
    'T1553.005',
  ),
  'archive.two-in-one': strong(
    ['Form', 'two archives in one'],
    'Two archives stand one behind the other: some programs open the first, others the last',
    'T1027',
  ),
  'archive.bomb': strong(
    ['Bomb', 'bomb'],
    '{size} {size?byte becomes|bytes become} {unpacked} and more',
    'T1499',
  ),
  'archive.encrypted': fact(
    ['Encrypted', 'no password fits'],
    '{members} {members?member is|members are} encrypted and not opened',
  ),
  'archive.names-encrypted': doubt(
    ['Encrypted', 'even the names'],
    'Even the names of its members are encrypted ({form}), which keeps scanners out',
    'T1027.013',
  ),
  'archive.password-told': strong(
    ['Encrypted', 'password told beside it'],
    'It opens with a password from the message around it, which keeps scanners out',
    'T1027.013',
  ),
  'archive.password-known': fact(
    ['Encrypted', 'opened'],
    'It is encrypted with a password that is known or usual',
  ),
  'archive.method': fact(
    ['Method', '{method}'],
    '{path} is packed with {method}, which is not opened',
  ),
  'archive.path-outside': strong(
    ['Name', 'path outside'],
    '{path} leads out of the folder it is unpacked to',
    'T1036',
  ),
  'archive.name-backwards': strong(
    ['Name', 'written backwards'],
    '{path} is shown in another order',
    'T1036.002',
  ),
  'archive.name-double': strong(
    ['Name', 'double extension'],
    '{path} looks like a document and is run',
    'T1036.007',
  ),
  'archive.script-inside': doubt(
    ['Name', 'script inside'],
    '{path} is a script ({extension}) that runs when it is opened',
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
    'Android app that can read text messages, control the screen and cover other apps or install more: {permissions}',
  ),
  'archive.program-inside': doubt(
    ['Name', 'program inside'],
    '{path} is a program ({extension}) that runs when it is opened',
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
    'The section {section} is made by {packer}',
    'T1027.002',
  ),
  'executable.packer-mark': doubt(
    ['Packer', '{packer}'],
    'It carries the mark of the packer {packer}',
    'T1027.002',
  ),
  'executable.writable-code': doubt(
    ['Section', 'writable code'],
    '{section:part} can be written and executed',
    'T1027.002',
  ),
  'executable.packed-code': doubt(
    ['Section', 'packed code'],
    '{section} has an entropy of {entropy}',
    'T1027.002',
  ),
  'executable.filled-at-run': doubt(
    ['Section', 'filled when it runs'],
    '{section} is code and empty in the file',
    'T1027.002',
  ),
  'executable.entry-outside': strong(
    ['Entry point', 'outside'],
    'It begins outside of its sections, at {address}',
    'T1027',
  ),
  'executable.entry-no-code': strong(
    ['Entry point', 'no code'],
    'It begins in {section}, which is no code',
    'T1027',
  ),
  'executable.entry-last': doubt(
    ['Entry point', 'last section'],
    'It begins in its last section {section}',
    'T1027.002',
  ),
  'executable.overlay-program': strong(
    ['Overlay', 'program'],
    'Behind its end another program is attached ({size} {size?byte|bytes})',
    'T1027.009',
  ),
  'executable.overlay': fact(
    ['Overlay', '{size} bytes'],
    'Behind its end more data is attached ({size} {size?byte|bytes})',
  ),
  'executable.injection': strong(
    ['Imports', 'injection'],
    'It can write into another process and start code there: {functions}',
    'T1055',
  ),
  'executable.key-logging': doubt(
    ['Imports', 'key logging'],
    'It can watch what is typed in other programs: {functions}',
    'T1056.001',
  ),
  'executable.download': doubt(
    ['Imports', 'download'],
    'It can load a file from the network with one call: {functions}',
    'T1105',
  ),
  'executable.credentials': doubt(
    ['Imports', 'credentials'],
    'It can read stored passwords or the memory that holds them: {functions}',
    'T1003',
  ),
  'executable.debuggers': doubt(
    ['Imports', 'hiding from debuggers'],
    'It asks in an unusual way whether it is being watched: {functions}',
    'T1622',
  ),
  'executable.few-imports': doubt(
    ['Imports', 'few'],
    'It imports next to nothing ({count} {count?function|functions}) and looks the rest up when it runs',
    'T1027.007',
  ),
  'executable.excel-addin': doubt(
    ['Exports', 'add-in of Excel'],
    'It is an add-in that Excel runs when it is opened ({name}), and nobody has signed it',
    'T1204.002',
  ),
  'executable.reflective-loader': strong(
    ['Exports', 'loads itself'],
    'It can load itself into memory without a file ({name})',
    'T1620',
  ),
  'executable.stack': doubt(['Stack', 'executable'], 'It asks for a stack that can be executed'),
  'executable.no-sections': doubt(
    ['Sections', 'none'],
    'Its table of sections was taken away',
    'T1027',
  ),
  'executable.signed': fact(
    ['Signature', 'present'],
    'It carries a signature, which was not checked',
  ),
  'executable.unsigned': fact(['Signature', 'none'], 'It carries no signature'),
  'executable.tls': fact(['TLS', 'present'], 'Code may run before its entry point (TLS)'),
  'executable.stripped': fact(
    ['Symbols', 'stripped'],
    'The names of its own functions were taken away',
  ),
  'executable.encrypted': fact(['Code', 'encrypted'], 'Its code is encrypted, as a store does'),
}

export const certificateFindings = {
  'certificate.dates-unreadable': doubt(['Validity', 'unreadable'], 'Its dates are no dates'),
  'certificate.expired': fact(['Validity', 'expired'], 'Expired on {date:date}'),
  'certificate.not-yet': doubt(['Validity', 'not yet'], 'It is valid from {date:date}'),
  'certificate.valid': fact(['Validity', 'valid'], 'It is valid until {date:date}'),
  'certificate.long': fact(
    ['Validity', '{days} days'],
    'It is valid for {days} {days?day|days}; no public authority signs for more than {longest}',
  ),
  'certificate.weak': doubt(['Strength', '{value}'], 'It is weak ({value}): {why:words}'),
  'certificate.self-signed': fact(
    ['Issuer', '{kind}'],
    'It is {kind:words}: nobody else vouches for it',
  ),
  'certificate.container': fact(['Form', '{value}'], 'It holds: {value:words}. {meaning:words}'),
}
