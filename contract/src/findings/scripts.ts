import { doubt, fact, hint, proof, strong } from './entry.ts'

export const scriptFindings = {
  'script.test-virus': proof(
    ['Known', 'EICAR test file'],
    'It is the test file that every virus scanner reports; it does nothing',
  ),
  'script.encoded-command': strong(
    ['Command', 'encoded'],
    'A command is hidden in base64: {command}',
    'T1027.010',
  ),
  'script.download-run': strong(
    ['Does', 'downloads and runs'],
    'It loads something and runs it: {evidence}',
    'T1105',
  ),
  'script.download': hint(['Does', 'downloads'], 'It can load files: {evidence}', 'T1105'),
  'script.runs-programs': hint(
    ['Does', 'runs programs'],
    'It can start programs: {evidence}',
    'T1059',
  ),
  'script.runs-text': hint(
    ['Does', 'runs text as code'],
    'It runs text that it puts together: {evidence}',
    'T1059',
  ),
  'script.decoded-run': strong(
    ['Does', 'runs what was hidden'],
    'It decodes a text and runs it: {evidence}',
    'T1140',
  ),
  'script.hidden-window': hint(
    ['Does', 'hides its window'],
    'It runs where nobody sees it: {evidence}',
    'T1564.003',
  ),
  'script.policy': hint(
    ['Does', 'passes the policy by'],
    'It asks PowerShell not to check scripts: {evidence}',
    'T1059.001',
  ),
  'script.system-tool': doubt(
    ['Tool', '{tool}'],
    'It uses {tool}, a part of Windows, to run or load something else: {evidence}',
    'T1218',
  ),
  'script.protection-off': strong(
    ['Does', 'switches protection off'],
    'It switches protection off: {evidence}',
    'T1562.001',
  ),
  'script.botnet-loader': proof(
    ['Does', 'botnet loader'],
    'Botnet loader (Mirai-like): downloads and runs builds for {count} {count?architecture|architectures}: {evidence}',
    'T1105',
  ),
  'script.preload': strong(
    ['Does', 'preloads a library'],
    'Preloads a library into every process (ld.so.preload): {evidence}',
    'T1574.006',
  ),
  'script.elf-written': strong(
    ['Does', 'writes an ELF program'],
    'Writes a Linux executable (ELF) encoded as text: {evidence}',
    'T1027.009',
  ),
  'script.xor-run': strong(
    ['Does', 'runs XOR-decoded text'],
    'Decodes XOR-encoded content and writes or runs it: {evidence}',
    'T1140',
  ),
  'script.install-hook': strong(
    ['Install hook', '{hook}'],
    'The npm {hook} script {what:words}: {command}',
    'T1195.002',
  ),
  'script.install-hook-present': fact(
    ['Install hook', '{hook}'],
    'Runs a command at npm {hook}: {command}',
  ),
  'script.compiled': fact(
    ['Form', 'compiled {language}'],
    'Compiled {language} script; code not examined',
  ),
  'script.recovery-off': strong(
    ['Does', 'deletes backups'],
    'It deletes backups or restore points: {evidence}',
    'T1490',
  ),
  'script.logs-cleared': strong(
    ['Does', 'clears logs'],
    'It deletes the logs of the system: {evidence}',
    'T1070.001',
  ),
  'script.persistence': doubt(
    ['Does', 'stays after a restart'],
    'It makes itself start again: {evidence}',
    'T1547.001',
  ),
  'script.scheduled': hint(
    ['Does', 'schedules a task'],
    'It makes a task that starts later: {evidence}',
    'T1053.005',
  ),
  'script.memory': strong(
    ['Does', 'runs code in memory'],
    'It puts code into memory and runs it: {evidence}',
    'T1620',
  ),
  'script.credentials': strong(
    ['Does', 'reads passwords'],
    'It reads passwords: {evidence}',
    'T1003',
  ),
  'script.keylogger': strong(
    ['Does', 'records keys'],
    'It records what is typed, and stores or sends it: {evidence}',
    'T1056.001',
  ),
  'script.secrets-sent': strong(
    ['Does', 'sends secrets'],
    'It reads stored passwords or keys and sends data to another machine: {evidence}',
    'T1552.001',
  ),
  'script.reverse-shell': strong(
    ['Does', 'hands over a shell'],
    'It connects a shell to another machine: {evidence}',
    'T1059.004',
  ),
  'script.shortened': hint(
    ['Form', 'obfuscated'],
    'Words are taken apart so that nobody finds them: {evidence}',
    'T1027.010',
  ),
  'script.layers': hint(
    ['Layers', '{count}'],
    '{count} {count?text is|texts are} hidden in it, inside of each other or beside',
    'T1027.010',
  ),
  'script.hidden-program': strong(
    ['Layers', 'program'],
    'A program (MZ) is hidden in it as text, {bytes} {bytes?byte|bytes}',
    'T1027.009',
  ),
  'script.jscript-encoded': doubt(
    ['Form', 'script encoder'],
    'It was made unreadable by the script encoder of Microsoft',
    'T1027.013',
  ),
  'script.wmi': hint(['Does', 'asks WMI'], 'It uses WMI: {evidence}', 'T1047'),
  'script.web-service': doubt(
    ['Address', 'drop site'],
    'It loads from or reports to a service that anybody can use: {evidence}',
    'T1102',
  ),
  'script.hta': doubt(
    ['Form', 'HTA'],
    'It is a page that runs as a program, outside of the browser',
    'T1218.005',
  ),
  'script.scriptlet': doubt(
    ['Form', 'scriptlet'],
    'It is a scriptlet ({form:words}), which parts of Windows run for whoever asks',
    'T1218.010',
  ),
  'script.wsf': hint(['Form', 'WSF'], 'It is a script for Windows that may mix languages', 'T1059'),
  'script.password-prompt': strong(
    ['Does', 'asks for a password'],
    'It shows a window that asks for a password: {evidence}',
    'T1056.002',
  ),
  'script.web-shell': strong(
    ['Does', 'takes commands'],
    'It runs what a visitor of the web server sends: {evidence}',
    'T1505.003',
  ),
}

export const pageFindings = {
  'page.smuggling': strong(
    ['Smuggling', '{way}'],
    'The page makes a file out of itself and saves it ({way}): {evidence}',
    'T1027.006',
  ),
  'page.data-download': strong(
    ['Smuggling', 'data address'],
    'A link saves a file that is written in the page: {evidence}',
    'T1027.006',
  ),
  'page.svg-script': doubt(
    ['Script', 'in a picture'],
    'A picture (SVG) carries a script: {evidence}',
    'T1027.017',
  ),
  'page.svg-frame': strong(
    ['Frame', 'in a picture'],
    'A picture (SVG) shows the page {target:url}',
    'T1027.017',
  ),
  'page.redirect-only': doubt(
    ['Content', 'leads elsewhere'],
    'It says nothing and leads on to {target:url}',
    'T1566.002',
  ),
  'page.decoded-run': strong(
    ['Script', 'runs what was hidden'],
    'A script of it decodes a text and writes or runs it: {evidence}',
    'T1140',
  ),
  'page.password-elsewhere': strong(
    ['Form', 'password goes elsewhere'],
    'A password that is typed here goes to {target:url}',
    'T1056.003',
  ),
  'page.password': hint(['Form', 'password'], 'It asks for a password', 'T1056.003'),
  'page.password-file': doubt(
    ['Form', 'password in a file'],
    'A page that is opened as a file asks for a password',
    'T1056.003',
  ),
  'page.password-by-script': strong(
    ['Form', 'password sent by a script'],
    'It asks for a password, and a script of it sends to {target:url}',
    'T1056.003',
  ),
  'page.form-elsewhere': hint(
    ['Form', 'goes elsewhere'],
    'What is typed here goes to {target:url}',
    'T1056.003',
  ),
  'page.hidden-frame': doubt(
    ['Frame', 'hidden'],
    'It loads {target:url} where nobody sees it',
    'T1189',
  ),
  'page.refresh': hint(
    ['Refresh', 'elsewhere'],
    'It leads on to {target:url} by itself',
    'T1204.001',
  ),
  'page.redirect-hidden': strong(
    ['Redirect', 'encoded'],
    'Redirects to an encoded address: {target:url}',
    'T1027.013',
  ),
  'page.refresh-script': strong(
    ['Refresh', 'script'],
    'It leads on to {target:url}, which is no address of a page',
    'T1204.001',
  ),
  'page.brand': strong(
    ['Title', '{brand}'],
    'Its title says “{title}”, but nothing in it belongs to {brand}: it asks for input that goes to {target:url}',
    'T1656',
  ),
  'page.clipboard-command': strong(
    ['Clipboard', 'command'],
    'It puts a command into the clipboard for the visitor to run: {evidence}',
    'T1204.002',
  ),
  'page.object': doubt(['Object', 'control'], 'It loads a control of Windows: {evidence}', 'T1218'),
  'page.search-scheme': strong(
    ['Link', 'runs something'],
    'A link starts a program of Windows instead of opening a page: {evidence}',
    'T1204.001',
  ),
}

export const shortcutFindings = {
  'shortcut.script-host': strong(
    ['Target', '{program}'],
    'It starts {program} with arguments: {arguments}',
    'T1204.002',
  ),
  'shortcut.window': fact(
    ['Starts', 'command window'],
    'Opens a command window ({program}) and runs nothing in it',
  ),
  'shortcut.shell': doubt(
    ['Target', '{program}'],
    'It starts {program}, which runs whatever it is told',
    'T1204.002',
  ),
  'shortcut.encoded-command': strong(
    ['Arguments', 'encoded command'],
    'Its arguments hide a command: {command}',
    'T1027.010',
  ),
  'shortcut.long-arguments': strong(
    ['Arguments', 'long'],
    'Its arguments have {length} {length?character|characters}; Windows shows the first 260',
    'T1027.010',
  ),
  'shortcut.padded-arguments': strong(
    ['Arguments', 'hidden'],
    'Blanks push its arguments out of sight: {arguments}',
    'T1027.010',
  ),
  'shortcut.address-arguments': strong(
    ['Arguments', 'address'],
    'Its arguments name an address: {address:url}',
    'T1105',
  ),
  'shortcut.icon-disguise': doubt(
    ['Icon', 'disguise'],
    'It looks like a document ({icon}) and starts {program}',
    'T1036',
  ),
  'shortcut.icon-remote': strong(
    ['Icon', 'elsewhere'],
    'Its picture is loaded from {icon:url}, which hands over the sign-in of the user',
    'T1187',
  ),
  'shortcut.target-remote': doubt(
    ['Target', 'elsewhere'],
    'It starts {target:url}, which lies on another machine',
    'T1204.002',
  ),
  'shortcut.hidden-window': hint(
    ['Window', 'minimized'],
    'What it starts is not shown',
    'T1564.003',
  ),
  'shortcut.double-name': strong(
    ['Name', 'double extension'],
    'It looks like a document by its name: {name}',
    'T1036.007',
  ),
  'shortcut.attached': strong(
    ['Content', 'attached'],
    'Behind its end {bytes} {bytes?byte is|bytes are} attached',
    'T1027.009',
  ),
  'shortcut.runs-command': strong(
    ['Content', 'command'],
    'A {form:words} that runs a command: {command}',
    'T1204.002',
  ),
  'shortcut.remote-folder': strong(
    ['Content', 'folder elsewhere'],
    'A {form:words} that shows {target:url} as if it were a folder of this machine, and hands over the sign-in of the user',
    'T1187',
  ),
  'shortcut.remote-desktop': strong(
    ['Content', 'gives away drives'],
    'It connects to {target:value} and gives that machine {what:words} of this one',
    'T1204.002',
  ),
  'shortcut.ssh-command': strong(
    ['Arguments', 'ssh command'],
    '{program} runs a local command ({option}): {command}',
    'T1202',
  ),
  'shortcut.theme-remote': strong(
    ['Content', 'theme elsewhere'],
    "Theme loads {target:url}, which can leak the user's NTLM hash",
    'T1187',
  ),
  'shortcut.clickonce': doubt(
    ['Content', 'ClickOnce'],
    'ClickOnce file installs and runs a program from {target:url} ({why:words})',
    'T1127.002',
  ),
  'shortcut.clickonce-signed': fact(
    ['Content', 'ClickOnce'],
    'ClickOnce file installs a program from {target:url}; publisher stated: {publisher}',
  ),
  'shortcut.build-task': fact(
    ['Content', 'inline task'],
    'MSBuild project contains an inline code task: {name}',
  ),
  'shortcut.build-code': strong(
    ['Content', 'code in a build project'],
    'MSBuild project runs code when it is built: {evidence}',
    'T1127.001',
  ),
  'shortcut.console-script': strong(
    ['Content', 'script in a console'],
    'A console of Windows (MSC) that runs a script: {evidence}',
    'T1218.014',
  ),
  'shortcut.setup-script': strong(
    ['Content', 'script in a setup file'],
    'A setup file (INF) that loads or runs something: {evidence}',
    'T1218.011',
  ),
  'shortcut.machine': fact(['Machine', '{machine}'], 'It was made on the machine {machine}'),
  'onenote.program': strong(
    ['Embedded', 'program'],
    '{name} in it runs when it is opened',
    'T1204.002',
  ),
  'onenote.file': fact(['Embedded', 'file'], '{name} is in it ({bytes} {bytes?byte|bytes})'),
}
