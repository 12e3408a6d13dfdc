/**
 * The techniques of MITRE ATT&CK that findings name.
 *
 * © The MITRE Corporation. This work is reproduced and distributed with the permission of The MITRE
 * Corporation. ATT&CK is a registered trademark of The MITRE Corporation (https://attack.mitre.org).
 */
const names = {
  T1003: 'OS Credential Dumping',
  'T1003.001': 'OS Credential Dumping: LSASS Memory',
  T1027: 'Obfuscated Files or Information',
  'T1027.002': 'Obfuscated Files or Information: Software Packing',
  'T1027.006': 'Obfuscated Files or Information: HTML Smuggling',
  'T1027.007': 'Obfuscated Files or Information: Dynamic API Resolution',
  'T1027.009': 'Obfuscated Files or Information: Embedded Payloads',
  'T1027.010': 'Obfuscated Files or Information: Command Obfuscation',
  'T1027.012': 'Obfuscated Files or Information: LNK Icon Smuggling',
  'T1027.013': 'Obfuscated Files or Information: Encrypted/Encoded File',
  'T1027.017': 'Obfuscated Files or Information: SVG Smuggling',
  T1036: 'Masquerading',
  'T1036.002': 'Masquerading: Right-to-Left Override',
  'T1036.007': 'Masquerading: Double File Extension',
  'T1036.008': 'Masquerading: Masquerade File Type',
  T1047: 'Windows Management Instrumentation',
  'T1053.005': 'Scheduled Task/Job: Scheduled Task',
  T1055: 'Process Injection',
  'T1056.001': 'Input Capture: Keylogging',
  'T1056.002': 'Input Capture: GUI Input Capture',
  'T1056.003': 'Input Capture: Web Portal Capture',
  T1059: 'Command and Scripting Interpreter',
  'T1059.001': 'Command and Scripting Interpreter: PowerShell',
  'T1059.003': 'Command and Scripting Interpreter: Windows Command Shell',
  'T1059.004': 'Command and Scripting Interpreter: Unix Shell',
  'T1059.005': 'Command and Scripting Interpreter: Visual Basic',
  'T1059.006': 'Command and Scripting Interpreter: Python',
  'T1059.007': 'Command and Scripting Interpreter: JavaScript',
  T1070: 'Indicator Removal',
  'T1070.001': 'Indicator Removal: Clear Windows Event Logs',
  T1082: 'System Information Discovery',
  T1102: 'Web Service',
  T1105: 'Ingress Tool Transfer',
  T1106: 'Native API',
  T1112: 'Modify Registry',
  'T1127.001': 'Trusted Developer Utilities Proxy Execution: MSBuild',
  'T1127.002': 'Trusted Developer Utilities Proxy Execution: ClickOnce',
  T1140: 'Deobfuscate/Decode Files or Information',
  T1187: 'Forced Authentication',
  T1189: 'Drive-by Compromise',
  T1190: 'Exploit Public-Facing Application',
  'T1195.002': 'Supply Chain Compromise: Compromise Software Supply Chain',
  T1197: 'BITS Jobs',
  T1202: 'Indirect Command Execution',
  T1203: 'Exploitation for Client Execution',
  'T1204.001': 'User Execution: Malicious Link',
  'T1204.002': 'User Execution: Malicious File',
  T1218: 'System Binary Proxy Execution',
  'T1218.001': 'System Binary Proxy Execution: Compiled HTML File',
  'T1218.005': 'System Binary Proxy Execution: Mshta',
  'T1218.007': 'System Binary Proxy Execution: Msiexec',
  'T1218.010': 'System Binary Proxy Execution: Regsvr32',
  'T1218.011': 'System Binary Proxy Execution: Rundll32',
  'T1218.014': 'System Binary Proxy Execution: MMC',
  T1221: 'Template Injection',
  T1486: 'Data Encrypted for Impact',
  T1490: 'Inhibit System Recovery',
  T1496: 'Resource Hijacking',
  T1497: 'Virtualization/Sandbox Evasion',
  T1499: 'Endpoint Denial of Service',
  'T1505.003': 'Server Software Component: Web Shell',
  'T1547.001': 'Boot or Logon Autostart Execution: Registry Run Keys / Startup Folder',
  'T1550.001': 'Use Alternate Authentication Material: Application Access Token',
  'T1552.001': 'Unsecured Credentials: Credentials In Files',
  'T1553.005': 'Subvert Trust Controls: Mark-of-the-Web Bypass',
  'T1559.001': 'Inter-Process Communication: Component Object Model',
  'T1559.002': 'Inter-Process Communication: Dynamic Data Exchange',
  T1560: 'Archive Collected Data',
  'T1562.001': 'Impair Defenses: Disable or Modify Tools',
  'T1564.003': 'Hide Artifacts: Hidden Window',
  'T1564.004': 'Hide Artifacts: NTFS File Attributes',
  T1566: 'Phishing',
  'T1566.001': 'Phishing: Spearphishing Attachment',
  'T1566.002': 'Phishing: Spearphishing Link',
  'T1568.002': 'Dynamic Resolution: Domain Generation Algorithms',
  'T1574.006': 'Hijack Execution Flow: Dynamic Linker Hijacking',
  'T1583.001': 'Acquire Infrastructure: Domains',
  'T1585.002': 'Establish Accounts: Email Accounts',
  'T1595.002': 'Active Scanning: Vulnerability Scanning',
  'T1606.001': 'Forge Web Credentials: Web Cookies',
  T1620: 'Reflective Code Loading',
  T1622: 'Debugger Evasion',
  T1656: 'Impersonation',
} as const

export type TechniqueId = keyof typeof names

export interface Technique {
  readonly id: string
  readonly name: string
}

export const techniqueOf = (id: TechniqueId): Technique => ({ id, name: names[id] })

export const isTechnique = (id: unknown): id is TechniqueId =>
  typeof id === 'string' && Object.hasOwn(names, id)

export const techniqueIds = Object.keys(names) as readonly TechniqueId[]
