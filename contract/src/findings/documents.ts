import { doubt, fact, hint, strong } from './entry.ts'

export const documentFindings = {
  'document.encrypted': fact(
    ['Document', 'encrypted'],
    'Password-protected; contents not examined',
  ),
  'document.default-password': doubt(
    ['Document', 'built-in password'],
    "Encrypted with Office's built-in password: opens without asking, but scanners see only ciphertext",
    'T1027.013',
  ),
  'document.default-password-old': hint(
    ['Document', 'built-in password'],
    "Encrypted with Excel's built-in password, as Excel 97-2003 did for protected workbooks",
    'T1027.013',
  ),
  'document.texts-encrypted': fact(['Document', 'encrypted'], 'Encrypted text; not examined'),
  'document.macros': fact(
    ['Macros', 'present'],
    'Contains macros in {modules} {modules?module|modules}',
  ),
  'document.macros-start': doubt(
    ['Macros', 'start by themselves'],
    'Macros run automatically: {names}',
    'T1204.002',
  ),
  'document.macros-run-programs': doubt(
    ['Macros', 'runs programs'],
    'Macro code starts programs ({evidence})',
    'T1059.005',
  ),
  'document.macros-make-objects': doubt(
    ['Macros', 'makes objects'],
    'Macro code creates COM objects ({evidence})',
    'T1559.001',
  ),
  'document.macros-download': strong(
    ['Macros', 'downloads'],
    'Macro code downloads files ({evidence})',
    'T1105',
  ),
  'document.macros-write-files': doubt(
    ['Macros', 'writes files'],
    'Macro code writes files ({evidence})',
    'T1059.005',
  ),
  'document.macros-call-system': doubt(
    ['Macros', 'calls the system'],
    'Macro code calls the Windows API ({evidence})',
    'T1106',
  ),
  'document.macros-registry': doubt(
    ['Macros', 'changes the registry'],
    'Macro code modifies the registry ({evidence})',
    'T1112',
  ),
  'document.macros-hide': strong(
    ['Macros', 'hides what it does'],
    'Obfuscated macro code ({evidence})',
    'T1027.010',
  ),
  'document.macros-look': doubt(
    ['Macros', 'looks at the machine'],
    'Macro code profiles the host ({evidence})',
    'T1082',
  ),
  'document.macros-stomped': strong(
    ['Macros', 'source taken away'],
    'VBA stomping: source of {module} removed, compiled code remains ({evidence})',
    'T1027',
  ),
  'document.macros-damaged': doubt(
    ['Macros', 'damaged'],
    'Contains macros that could not be parsed: {reason:words}',
    'T1027',
  ),
  'document.excel4': strong(
    ['Macros', 'Excel 4'],
    '{sheet:part} is an Excel 4.0 (XLM) macro sheet',
    'T1059',
  ),
  'document.odf-script': doubt(
    ['Macros', 'OpenDocument'],
    'Contains macro {name} ({language})',
    'T1059',
  ),
  'document.odf-macro': fact(['Macros', 'OpenDocument'], 'Contains macro {name} ({language})'),
  'document.excel4-formula': strong(
    ['Macros', 'Excel 4'],
    'Excel 4.0 (XLM) macro in a cell: {formula}',
    'T1059',
  ),
  'document.dde': strong(
    ['Fields', 'DDE'],
    'DDE field or cell starts a program: {command}',
    'T1559.002',
  ),
  'document.link-script': strong(
    ['Link', 'script'],
    'Link runs a script: {target:url}',
    'T1204.001',
  ),
  'document.external-template': strong(
    ['External', 'template'],
    'Remote template injection: loads a template from {target:url}',
    'T1221',
  ),
  'document.external-object': strong(
    ['External', 'object'],
    'Loads a remote object from {target:url}',
    'T1221',
  ),
  'document.external-frame': strong(
    ['External', 'frame'],
    'Loads a remote frame from {target:url}',
    'T1221',
  ),
  'document.external-document': strong(
    ['External', 'document'],
    'Loads a remote document from {target:url}',
    'T1221',
  ),
  'document.external-query': doubt(
    ['External', 'query'],
    'Loads remote table data from {address:url}',
    'T1221',
  ),
  'document.formula-sends': doubt(
    ['Fields', 'sends cells'],
    'Formula sends cell contents to {address:url}',
  ),
  'document.formula-asks': hint(
    ['Fields', 'web service'],
    'Formula calls a web service: {address:url}',
    'T1102',
  ),
  'document.opens-elsewhere': doubt(
    ['Action', 'opens an address'],
    'Opens {target:url} as soon as the document is opened ({action})',
    'T1204.001',
  ),
  'document.external-local': fact(
    ['External', '{what}'],
    'Loads {what:words} from the local network: {target}',
  ),
  'document.external-workbook': fact(
    ['External', 'workbook'],
    'References external workbook {target:url}',
  ),
  'document.activex': fact(['Object', 'ActiveX'], 'Contains ActiveX control {part}'),
  'document.equation': doubt(
    ['Object', 'equation'],
    'Embedded Equation Editor object ({class}); known to be exploited',
    'T1203',
  ),
  'document.equation-old': fact(
    ['Object', 'equation'],
    'Embedded Equation Editor object; known to be exploited',
  ),
  'document.object-loader': strong(
    ['Object', 'loader'],
    'Loads {class}, used to bypass exploit mitigations',
    'T1203',
  ),
  'document.object-starts': strong(
    ['Object', 'loads by itself'],
    'Embedded object activates without a click',
    'T1203',
  ),
  'document.object': fact(['Object', '{class}'], 'Embedded object of class {class}'),
  'document.embedded-program': strong(
    ['Embedded', 'program'],
    'Embedded executable: {name}',
    'T1027.009',
  ),
  'document.embedded-file': fact(['Embedded', 'file'], 'Embedded file: {name}'),
  'document.rtf-header': doubt(
    ['Header', 'damaged'],
    'Malformed RTF header, a scanner evasion: {start}',
    'T1027',
  ),
  'document.script': doubt(['Script', 'JavaScript'], 'Contains JavaScript', 'T1059.007'),
  'document.script-starts': doubt(
    ['Script', 'starts by itself'],
    'Contains JavaScript and an action that runs on open',
    'T1059.007',
  ),
  'document.action-open': fact(
    ['Action', 'when opened'],
    'Performs an action on open, such as going to a page',
  ),
  'document.launch': strong(['Action', 'Launch'], 'Launches {target:url}', 'T1204.002'),
  'document.launch-document': fact(['Action', 'opens a document'], 'Opens another PDF: {target}'),
  'document.share': strong(
    ['Action', 'share'],
    "Connects to {target:url}, which can leak the user's NTLM hash",
    'T1187',
  ),
  'document.flash': doubt(
    ['Content', 'Flash'],
    'Contains rich media (Flash) that only outdated readers play',
    'T1203',
  ),
  'document.xfa': fact(['Content', 'XFA form'], 'Contains an XFA form, which can include scripts'),
  'document.xfa-code': fact(['Script', 'XFA form'], 'XFA form contains scripts'),
  'document.xfa-script': doubt(
    ['Script', 'XFA'],
    'XFA form runs a script on open: {evidence}',
    'T1059.007',
  ),
  'document.names-disguised': strong(
    ['Names', 'disguised'],
    'Obfuscated PDF keywords (hex-encoded names)',
    'T1027',
  ),
}
