import { doubt, fact, hint, proof, strong } from './entry.ts'

export const scriptFindings = {
  'script.test-virus': proof(
    ['Known', 'EICAR test file'],
    'EICAR antivirus test file; harmless by design',
  ),
  'script.encoded-command': strong(
    ['Command', 'encoded'],
    'Base64-encoded command: {command}',
    'T1027.010',
  ),
  'script.download-run': strong(
    ['Does', 'downloads and runs'],
    'Downloads and executes code: {evidence}',
    'T1105',
  ),
  'script.download': hint(['Does', 'downloads'], 'Can download files: {evidence}', 'T1105'),
  'script.runs-programs': hint(
    ['Does', 'runs programs'],
    'Can start programs: {evidence}',
    'T1059',
  ),
  'script.runs-text': hint(
    ['Does', 'runs text as code'],
    'Executes code it assembles at run time: {evidence}',
    'T1059',
  ),
  'script.decoded-run': strong(
    ['Does', 'runs what was hidden'],
    'Decodes hidden code and executes it: {evidence}',
    'T1140',
  ),
  'script.hidden-window': hint(
    ['Does', 'hides its window'],
    'Runs in a hidden window: {evidence}',
    'T1564.003',
  ),
  'script.policy': hint(
    ['Does', 'passes the policy by'],
    'Bypasses the PowerShell execution policy: {evidence}',
    'T1059.001',
  ),
  'script.system-tool': doubt(
    ['Tool', '{tool}'],
    'Uses {tool}, a Windows LOLBin, to run or download code: {evidence}',
    'T1218',
  ),
  'script.protection-off': strong(
    ['Does', 'switches protection off'],
    'Disables security software: {evidence}',
    'T1562.001',
  ),
  'script.botnet-loader': proof(
    ['Does', 'botnet loader'],
    'Mirai-like botnet loader for {count} {count?architecture|architectures}: {evidence}',
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
    'Deletes backups or shadow copies: {evidence}',
    'T1490',
  ),
  'script.logs-cleared': strong(
    ['Does', 'clears logs'],
    'Clears event logs: {evidence}',
    'T1070.001',
  ),
  'script.persistence': doubt(
    ['Does', 'stays after a restart'],
    'Establishes persistence: {evidence}',
    'T1547.001',
  ),
  'script.scheduled': hint(
    ['Does', 'schedules a task'],
    'Creates a scheduled task: {evidence}',
    'T1053.005',
  ),
  'script.memory': strong(
    ['Does', 'runs code in memory'],
    'Loads code into memory and runs it: {evidence}',
    'T1620',
  ),
  'script.credentials': strong(
    ['Does', 'reads passwords'],
    'Reads credentials: {evidence}',
    'T1003',
  ),
  'script.keylogger': strong(
    ['Does', 'records keys'],
    'Keylogger: records keystrokes and stores or sends them: {evidence}',
    'T1056.001',
  ),
  'script.secrets-sent': strong(
    ['Does', 'sends secrets'],
    'Reads stored credentials and sends data to another host: {evidence}',
    'T1552.001',
  ),
  'script.reverse-shell': strong(
    ['Does', 'hands over a shell'],
    'Opens a reverse shell: {evidence}',
    'T1059.004',
  ),
  'script.shortened': hint(['Form', 'obfuscated'], 'Obfuscated keywords: {evidence}', 'T1027.010'),
  'script.layers': hint(
    ['Layers', '{count}'],
    '{count} {count?layer|layers} of encoded code found',
    'T1027.010',
  ),
  'script.hidden-program': strong(
    ['Layers', 'program'],
    'Embedded Windows executable (MZ), encoded as text, {bytes} {bytes?byte|bytes}',
    'T1027.009',
  ),
  'script.jscript-encoded': doubt(
    ['Form', 'script encoder'],
    'Encoded with Microsoft Script Encoder (JSE or VBE)',
    'T1027.013',
  ),
  'script.wmi': hint(['Does', 'asks WMI'], 'Uses WMI: {evidence}', 'T1047'),
  'script.web-service': doubt(
    ['Address', 'drop site'],
    'Contacts a public service often abused by malware: {evidence}',
    'T1102',
  ),
  'script.hta': doubt(
    ['Form', 'HTA'],
    'HTML application (HTA): runs outside the browser sandbox',
    'T1218.005',
  ),
  'script.scriptlet': doubt(
    ['Form', 'scriptlet'],
    'Scriptlet ({form:words}) that Windows tools such as regsvr32 can run',
    'T1218.010',
  ),
  'script.wsf': hint(['Form', 'WSF'], 'Windows Script File (WSF); can mix languages', 'T1059'),
  'script.password-prompt': strong(
    ['Does', 'asks for a password'],
    'Prompts the user for a password: {evidence}',
    'T1056.002',
  ),
  'script.web-shell': strong(
    ['Does', 'takes commands'],
    'Web shell: runs commands sent to the web server: {evidence}',
    'T1505.003',
  ),
}

export const pageFindings = {
  'page.smuggling': strong(
    ['Smuggling', '{way}'],
    'HTML smuggling ({way}): the page builds and saves a file: {evidence}',
    'T1027.006',
  ),
  'page.data-download': strong(
    ['Smuggling', 'data address'],
    'HTML smuggling: a link saves a file embedded in the page: {evidence}',
    'T1027.006',
  ),
  'page.svg-script': doubt(
    ['Script', 'in a picture'],
    'SVG image contains a script: {evidence}',
    'T1027.017',
  ),
  'page.svg-frame': strong(
    ['Frame', 'in a picture'],
    'SVG image embeds the page {target:url}',
    'T1027.017',
  ),
  'page.redirect-only': doubt(
    ['Content', 'leads elsewhere'],
    'Empty page that only redirects to {target:url}',
    'T1566.002',
  ),
  'page.decoded-run': strong(
    ['Script', 'runs what was hidden'],
    'Script decodes hidden content and writes or runs it: {evidence}',
    'T1140',
  ),
  'page.password-elsewhere': strong(
    ['Form', 'password goes elsewhere'],
    'Password form submits to another site: {target:url}',
    'T1056.003',
  ),
  'page.password': hint(['Form', 'password'], 'Contains a password field', 'T1056.003'),
  'page.password-file': doubt(
    ['Form', 'password in a file'],
    'HTML file with a password field, opened from disk',
    'T1056.003',
  ),
  'page.password-by-script': strong(
    ['Form', 'password sent by a script'],
    'Password field on the page; a script sends data to {target:url}',
    'T1056.003',
  ),
  'page.form-elsewhere': hint(
    ['Form', 'goes elsewhere'],
    'Form submits to another site: {target:url}',
    'T1056.003',
  ),
  'page.hidden-frame': doubt(['Frame', 'hidden'], 'Hidden iframe loads {target:url}', 'T1189'),
  'page.refresh': hint(
    ['Refresh', 'elsewhere'],
    'Redirects automatically to {target:url}',
    'T1204.001',
  ),
  'page.redirect-hidden': strong(
    ['Redirect', 'encoded'],
    'Redirects to an encoded address: {target:url}',
    'T1027.013',
  ),
  'page.refresh-script': strong(
    ['Refresh', 'script'],
    'Redirects automatically to a non-web address: {target:url}',
    'T1204.001',
  ),
  'page.brand': strong(
    ['Title', '{brand}'],
    'Impersonates {brand}: title “{title}”, but the form submits to {target:url}',
    'T1656',
  ),
  'page.clipboard-command': strong(
    ['Clipboard', 'command'],
    'ClickFix: copies a command to the clipboard for the user to run: {evidence}',
    'T1204.002',
  ),
  'page.object': doubt(
    ['Object', 'control'],
    'Embeds an ActiveX control or program: {evidence}',
    'T1218',
  ),
  'page.search-scheme': strong(
    ['Link', 'runs something'],
    'Link launches a Windows program instead of a page: {evidence}',
    'T1204.001',
  ),
}

export const shortcutFindings = {
  'shortcut.script-host': strong(
    ['Target', '{program}'],
    'Starts {program} with arguments: {arguments}',
    'T1204.002',
  ),
  'shortcut.window': fact(
    ['Starts', 'command window'],
    'Opens a command window ({program}) and runs nothing in it',
  ),
  'shortcut.shell': doubt(
    ['Target', '{program}'],
    'Starts {program}, which runs any command given to it',
    'T1204.002',
  ),
  'shortcut.encoded-command': strong(
    ['Arguments', 'encoded command'],
    'Encoded command in the arguments: {command}',
    'T1027.010',
  ),
  'shortcut.long-arguments': strong(
    ['Arguments', 'long'],
    'Arguments have {length} {length?character|characters}; Windows shows only the first 260',
    'T1027.010',
  ),
  'shortcut.padded-arguments': strong(
    ['Arguments', 'hidden'],
    'Whitespace padding hides the arguments: {arguments}',
    'T1027.010',
  ),
  'shortcut.address-arguments': strong(
    ['Arguments', 'address'],
    'URL in the arguments: {address:url}',
    'T1105',
  ),
  'shortcut.icon-disguise': doubt(
    ['Icon', 'disguise'],
    'Document icon ({icon}), but starts {program}',
    'T1036',
  ),
  'shortcut.icon-remote': strong(
    ['Icon', 'elsewhere'],
    "Icon loads from {icon:url}, which can leak the user's NTLM hash",
    'T1187',
  ),
  'shortcut.target-remote': doubt(
    ['Target', 'elsewhere'],
    'Target is on a remote host: {target:url}',
    'T1204.002',
  ),
  'shortcut.hidden-window': hint(
    ['Window', 'minimized'],
    'Starts with a minimized window',
    'T1564.003',
  ),
  'shortcut.double-name': strong(
    ['Name', 'double extension'],
    'Double extension: {name}',
    'T1036.007',
  ),
  'shortcut.attached': strong(
    ['Content', 'attached'],
    '{bytes} {bytes?byte|bytes} of data appended',
    'T1027.009',
  ),
  'shortcut.runs-command': strong(
    ['Content', 'command'],
    'Runs a command ({form:words}): {command}',
    'T1204.002',
  ),
  'shortcut.remote-folder': strong(
    ['Content', 'folder elsewhere'],
    "Shows {target:url} as a local folder ({form:words}); can leak the user's NTLM hash",
    'T1187',
  ),
  'shortcut.remote-desktop': strong(
    ['Content', 'gives away drives'],
    'RDP file connects to {target:value} and shares {what:words} with it',
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
    'MSC console file runs a script: {evidence}',
    'T1218.014',
  ),
  'shortcut.setup-script': strong(
    ['Content', 'script in a setup file'],
    'INF setup file loads or runs code: {evidence}',
    'T1218.011',
  ),
  'shortcut.machine': fact(['Machine', '{machine}'], 'Created on host {machine}'),
  'onenote.program': strong(['Embedded', 'program'], 'Embedded executable: {name}', 'T1204.002'),
  'onenote.file': fact(['Embedded', 'file'], 'Embedded file: {name} ({bytes} {bytes?byte|bytes})'),
}
