import { doubt, fact, hint, strong } from './entry.ts'

export const documentFindings = {
  'document.encrypted': fact(
    ['Document', 'encrypted'],
    'It opens with a password only, so nobody has looked into it',
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
  'document.texts-encrypted': fact(
    ['Document', 'encrypted'],
    'Its texts are encrypted and were not read',
  ),
  'document.macros': fact(
    ['Macros', 'present'],
    'It has macros in {modules} {modules?module|modules}',
  ),
  'document.macros-start': doubt(
    ['Macros', 'start by themselves'],
    'They start by themselves: {names}',
    'T1204.002',
  ),
  'document.macros-run-programs': doubt(
    ['Macros', 'runs programs'],
    'Words in the macros say: runs programs ({evidence})',
    'T1059.005',
  ),
  'document.macros-make-objects': doubt(
    ['Macros', 'makes objects'],
    'Words in the macros say: makes objects ({evidence})',
    'T1559.001',
  ),
  'document.macros-download': strong(
    ['Macros', 'downloads'],
    'Words in the macros say: downloads ({evidence})',
    'T1105',
  ),
  'document.macros-write-files': doubt(
    ['Macros', 'writes files'],
    'Words in the macros say: writes files ({evidence})',
    'T1059.005',
  ),
  'document.macros-call-system': doubt(
    ['Macros', 'calls the system'],
    'Words in the macros say: calls the system ({evidence})',
    'T1106',
  ),
  'document.macros-registry': doubt(
    ['Macros', 'changes the registry'],
    'Words in the macros say: changes the registry ({evidence})',
    'T1112',
  ),
  'document.macros-hide': strong(
    ['Macros', 'hides what it does'],
    'Words in the macros say: hides what it does ({evidence})',
    'T1027.010',
  ),
  'document.macros-look': doubt(
    ['Macros', 'looks at the machine'],
    'Words in the macros say: looks at the machine ({evidence})',
    'T1082',
  ),
  'document.macros-stomped': strong(
    ['Macros', 'source taken away'],
    'The source of the macro {module} was taken away, but its compiled form is there: {evidence}',
    'T1027',
  ),
  'document.macros-damaged': doubt(
    ['Macros', 'damaged'],
    'It has macros that cannot be read: {reason:words}',
    'T1027',
  ),
  'document.excel4': strong(
    ['Macros', 'Excel 4'],
    '{sheet:part} is a sheet of Excel 4 macros',
    'T1059',
  ),
  'document.odf-script': doubt(
    ['Macros', 'OpenDocument'],
    'It carries the macro {name} ({language})',
    'T1059',
  ),
  'document.odf-macro': fact(
    ['Macros', 'OpenDocument'],
    'It carries the macro {name} ({language})',
  ),
  'document.excel4-formula': strong(
    ['Macros', 'Excel 4'],
    'A cell runs a macro of Excel 4: {formula}',
    'T1059',
  ),
  'document.dde': strong(
    ['Fields', 'DDE'],
    'A cell or field starts another program: {command}',
    'T1559.002',
  ),
  'document.link-script': strong(['Link', 'script'], 'It leads to {target:url}', 'T1204.001'),
  'document.external-template': strong(
    ['External', 'template'],
    'A template is loaded from {target:url}',
    'T1221',
  ),
  'document.external-object': strong(
    ['External', 'object'],
    'An object is loaded from {target:url}',
    'T1221',
  ),
  'document.external-frame': strong(
    ['External', 'frame'],
    'A frame is loaded from {target:url}',
    'T1221',
  ),
  'document.external-document': strong(
    ['External', 'document'],
    'A document is loaded from {target:url}',
    'T1221',
  ),
  'document.external-query': doubt(
    ['External', 'query'],
    'A table is loaded from {address:url}',
    'T1221',
  ),
  'document.formula-sends': doubt(
    ['Fields', 'sends cells'],
    'A formula asks {address:url}, and tells it what stands in other cells',
  ),
  'document.formula-asks': hint(
    ['Fields', 'web service'],
    'Formula calls a web service: {address:url}',
    'T1102',
  ),
  'document.opens-elsewhere': doubt(
    ['Action', 'opens an address'],
    'As soon as it is opened it goes to {target:url} ({action})',
    'T1204.001',
  ),
  'document.external-local': fact(
    ['External', '{what}'],
    'Something ({what:words}) is loaded from {target}, which is in the local network',
  ),
  'document.external-workbook': fact(
    ['External', 'workbook'],
    'A workbook is loaded from {target:url}',
  ),
  'document.activex': fact(['Object', 'ActiveX'], '{part} is an ActiveX control'),
  'document.equation': doubt(
    ['Object', 'equation'],
    'It embeds an equation of the old editor ({class}), which has known holes',
    'T1203',
  ),
  'document.equation-old': fact(
    ['Object', 'equation'],
    'It embeds an equation of the old editor, which has known holes',
  ),
  'document.object-loader': strong(
    ['Object', 'loader'],
    'It loads a library that is used to get around protections: {class}',
    'T1203',
  ),
  'document.object-starts': strong(
    ['Object', 'loads by itself'],
    'An object in it is opened without a click',
    'T1203',
  ),
  'document.object': fact(['Object', '{class}'], 'It embeds an object of the class {class}'),
  'document.embedded-program': strong(
    ['Embedded', 'program'],
    '{name} inside of it is a program',
    'T1027.009',
  ),
  'document.embedded-file': fact(['Embedded', 'file'], '{name} is inside of it'),
  'document.rtf-header': doubt(
    ['Header', 'damaged'],
    'Its first line is not that of an RTF file: {start}',
    'T1027',
  ),
  'document.script': doubt(['Script', 'JavaScript'], 'It carries a script', 'T1059.007'),
  'document.script-starts': doubt(
    ['Script', 'starts by itself'],
    'It carries a script and an action that runs when it is opened',
    'T1059.007',
  ),
  'document.action-open': fact(
    ['Action', 'when opened'],
    'Something is done when it is opened, such as going to a page',
  ),
  'document.launch': strong(['Action', 'Launch'], 'It starts {target:url}', 'T1204.002'),
  'document.share': strong(
    ['Action', 'share'],
    "It opens {target:url}, which hands over the user's sign-in",
    'T1187',
  ),
  'document.flash': doubt(
    ['Content', 'Flash'],
    'It carries media that only old readers play',
    'T1203',
  ),
  'document.xfa': fact(['Content', 'XFA form'], 'It carries a form that may have scripts'),
  'document.xfa-code': fact(['Script', 'XFA form'], 'XFA form contains scripts'),
  'document.xfa-script': doubt(
    ['Script', 'XFA'],
    'XFA form runs a script on open: {evidence}',
    'T1059.007',
  ),
  'document.names-disguised': strong(
    ['Names', 'disguised'],
    'It writes the names of dangerous things in numbers',
    'T1027',
  ),
}
