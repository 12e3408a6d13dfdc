/**
 * Techniques of MITRE ATT&CK for Enterprise: id, name, tactics. Sub-techniques have the tactics of theirs
 * above them, and only those that are met most are here; an import of the whole catalogue adds the rest.
 *
 * © The MITRE Corporation. This work is reproduced and distributed with the permission of The MITRE
 * Corporation. ATT&CK is a registered trademark of The MITRE Corporation (https://attack.mitre.org).
 */
const lines = `
T1001|Data Obfuscation|command-and-control
T1003|OS Credential Dumping|credential-access
T1003.001|LSASS Memory
T1003.002|Security Account Manager
T1003.003|NTDS
T1003.006|DCSync
T1005|Data from Local System|collection
T1006|Direct Volume Access|defense-evasion
T1007|System Service Discovery|discovery
T1008|Fallback Channels|command-and-control
T1010|Application Window Discovery|discovery
T1011|Exfiltration Over Other Network Medium|exfiltration
T1012|Query Registry|discovery
T1014|Rootkit|defense-evasion
T1016|System Network Configuration Discovery|discovery
T1018|Remote System Discovery|discovery
T1020|Automated Exfiltration|exfiltration
T1021|Remote Services|lateral-movement
T1021.001|Remote Desktop Protocol
T1021.002|SMB/Windows Admin Shares
T1021.004|SSH
T1021.006|Windows Remote Management
T1025|Data from Removable Media|collection
T1027|Obfuscated Files or Information|defense-evasion
T1027.002|Software Packing
T1027.006|HTML Smuggling
T1027.007|Dynamic API Resolution
T1027.009|Embedded Payloads
T1027.010|Command Obfuscation
T1027.012|LNK Icon Smuggling
T1027.013|Encrypted/Encoded File
T1027.017|SVG Smuggling
T1029|Scheduled Transfer|exfiltration
T1030|Data Transfer Size Limits|exfiltration
T1033|System Owner/User Discovery|discovery
T1036|Masquerading|defense-evasion
T1036.002|Right-to-Left Override
T1036.005|Match Legitimate Name or Location
T1036.007|Double File Extension
T1036.008|Masquerade File Type
T1037|Boot or Logon Initialization Scripts|persistence,privilege-escalation
T1039|Data from Network Shared Drive|collection
T1040|Network Sniffing|credential-access,discovery
T1041|Exfiltration Over C2 Channel|exfiltration
T1046|Network Service Discovery|discovery
T1047|Windows Management Instrumentation|execution
T1048|Exfiltration Over Alternative Protocol|exfiltration
T1049|System Network Connections Discovery|discovery
T1052|Exfiltration Over Physical Medium|exfiltration
T1053|Scheduled Task/Job|execution,persistence,privilege-escalation
T1053.003|Cron
T1053.005|Scheduled Task
T1055|Process Injection|defense-evasion,privilege-escalation
T1055.001|Dynamic-link Library Injection
T1055.012|Process Hollowing
T1056|Input Capture|collection,credential-access
T1056.001|Keylogging
T1056.003|Web Portal Capture
T1057|Process Discovery|discovery
T1059|Command and Scripting Interpreter|execution
T1059.001|PowerShell
T1059.002|AppleScript
T1059.003|Windows Command Shell
T1059.004|Unix Shell
T1059.005|Visual Basic
T1059.006|Python
T1059.007|JavaScript
T1068|Exploitation for Privilege Escalation|privilege-escalation
T1069|Permission Groups Discovery|discovery
T1070|Indicator Removal|defense-evasion
T1070.001|Clear Windows Event Logs
T1070.004|File Deletion
T1070.006|Timestomp
T1071|Application Layer Protocol|command-and-control
T1071.001|Web Protocols
T1071.004|DNS
T1072|Software Deployment Tools|execution,lateral-movement
T1074|Data Staged|collection
T1078|Valid Accounts|defense-evasion,initial-access,persistence,privilege-escalation
T1078.002|Domain Accounts
T1078.003|Local Accounts
T1078.004|Cloud Accounts
T1080|Taint Shared Content|lateral-movement
T1082|System Information Discovery|discovery
T1083|File and Directory Discovery|discovery
T1087|Account Discovery|discovery
T1090|Proxy|command-and-control
T1091|Replication Through Removable Media|initial-access,lateral-movement
T1092|Communication Through Removable Media|command-and-control
T1095|Non-Application Layer Protocol|command-and-control
T1098|Account Manipulation|persistence,privilege-escalation
T1102|Web Service|command-and-control
T1104|Multi-Stage Channels|command-and-control
T1105|Ingress Tool Transfer|command-and-control
T1106|Native API|execution
T1110|Brute Force|credential-access
T1110.001|Password Guessing
T1110.003|Password Spraying
T1110.004|Credential Stuffing
T1111|Multi-Factor Authentication Interception|credential-access
T1112|Modify Registry|defense-evasion
T1113|Screen Capture|collection
T1114|Email Collection|collection
T1114.003|Email Forwarding Rule
T1115|Clipboard Data|collection
T1119|Automated Collection|collection
T1120|Peripheral Device Discovery|discovery
T1123|Audio Capture|collection
T1124|System Time Discovery|discovery
T1125|Video Capture|collection
T1127|Trusted Developer Utilities Proxy Execution|defense-evasion
T1129|Shared Modules|execution
T1132|Data Encoding|command-and-control
T1133|External Remote Services|initial-access,persistence
T1134|Access Token Manipulation|defense-evasion,privilege-escalation
T1135|Network Share Discovery|discovery
T1136|Create Account|persistence
T1137|Office Application Startup|persistence
T1140|Deobfuscate/Decode Files or Information|defense-evasion
T1176|Browser Extensions|persistence
T1185|Browser Session Hijacking|collection
T1187|Forced Authentication|credential-access
T1189|Drive-by Compromise|initial-access
T1190|Exploit Public-Facing Application|initial-access
T1195|Supply Chain Compromise|initial-access
T1195.002|Compromise Software Supply Chain
T1197|BITS Jobs|defense-evasion,persistence
T1199|Trusted Relationship|initial-access
T1200|Hardware Additions|initial-access
T1201|Password Policy Discovery|discovery
T1202|Indirect Command Execution|defense-evasion
T1203|Exploitation for Client Execution|execution
T1204|User Execution|execution
T1204.001|Malicious Link
T1204.002|Malicious File
T1204.004|Malicious Copy and Paste
T1205|Traffic Signaling|command-and-control,defense-evasion,persistence
T1207|Rogue Domain Controller|defense-evasion
T1210|Exploitation of Remote Services|lateral-movement
T1211|Exploitation for Defense Evasion|defense-evasion
T1212|Exploitation for Credential Access|credential-access
T1213|Data from Information Repositories|collection
T1216|System Script Proxy Execution|defense-evasion
T1217|Browser Information Discovery|discovery
T1218|System Binary Proxy Execution|defense-evasion
T1218.005|Mshta
T1218.007|Msiexec
T1218.010|Regsvr32
T1218.011|Rundll32
T1219|Remote Access Software|command-and-control
T1220|XSL Script Processing|defense-evasion
T1221|Template Injection|defense-evasion
T1222|File and Directory Permissions Modification|defense-evasion
T1480|Execution Guardrails|defense-evasion
T1482|Domain Trust Discovery|discovery
T1484|Domain or Tenant Policy Modification|defense-evasion,privilege-escalation
T1485|Data Destruction|impact
T1486|Data Encrypted for Impact|impact
T1489|Service Stop|impact
T1490|Inhibit System Recovery|impact
T1491|Defacement|impact
T1495|Firmware Corruption|impact
T1496|Resource Hijacking|impact
T1497|Virtualization/Sandbox Evasion|defense-evasion,discovery
T1498|Network Denial of Service|impact
T1499|Endpoint Denial of Service|impact
T1505|Server Software Component|persistence
T1505.003|Web Shell
T1518|Software Discovery|discovery
T1518.001|Security Software Discovery
T1525|Implant Internal Image|persistence
T1526|Cloud Service Discovery|discovery
T1528|Steal Application Access Token|credential-access
T1529|System Shutdown/Reboot|impact
T1530|Data from Cloud Storage|collection
T1531|Account Access Removal|impact
T1534|Internal Spearphishing|lateral-movement
T1535|Unused/Unsupported Cloud Regions|defense-evasion
T1537|Transfer Data to Cloud Account|exfiltration
T1538|Cloud Service Dashboard|discovery
T1539|Steal Web Session Cookie|credential-access
T1542|Pre-OS Boot|defense-evasion,persistence
T1543|Create or Modify System Process|persistence,privilege-escalation
T1543.003|Windows Service
T1546|Event Triggered Execution|persistence,privilege-escalation
T1546.003|Windows Management Instrumentation Event Subscription
T1547|Boot or Logon Autostart Execution|persistence,privilege-escalation
T1547.001|Registry Run Keys / Startup Folder
T1548|Abuse Elevation Control Mechanism|defense-evasion,privilege-escalation
T1548.002|Bypass User Account Control
T1550|Use Alternate Authentication Material|defense-evasion,lateral-movement
T1550.001|Application Access Token
T1550.002|Pass the Hash
T1550.003|Pass the Ticket
T1552|Unsecured Credentials|credential-access
T1552.001|Credentials In Files
T1553|Subvert Trust Controls|defense-evasion
T1553.002|Code Signing
T1553.005|Mark-of-the-Web Bypass
T1554|Compromise Host Software Binary|persistence
T1555|Credentials from Password Stores|credential-access
T1555.003|Credentials from Web Browsers
T1556|Modify Authentication Process|credential-access,defense-evasion,persistence
T1557|Adversary-in-the-Middle|collection,credential-access
T1558|Steal or Forge Kerberos Tickets|credential-access
T1558.003|Kerberoasting
T1559|Inter-Process Communication|execution
T1559.001|Component Object Model
T1559.002|Dynamic Data Exchange
T1560|Archive Collected Data|collection
T1561|Disk Wipe|impact
T1562|Impair Defenses|defense-evasion
T1562.001|Disable or Modify Tools
T1562.004|Disable or Modify System Firewall
T1563|Remote Service Session Hijacking|lateral-movement
T1564|Hide Artifacts|defense-evasion
T1564.003|Hidden Window
T1564.008|Email Hiding Rules
T1565|Data Manipulation|impact
T1566|Phishing|initial-access
T1566.001|Spearphishing Attachment
T1566.002|Spearphishing Link
T1566.003|Spearphishing via Service
T1566.004|Spearphishing Voice
T1567|Exfiltration Over Web Service|exfiltration
T1567.002|Exfiltration to Cloud Storage
T1568|Dynamic Resolution|command-and-control
T1568.002|Domain Generation Algorithms
T1569|System Services|execution
T1569.002|Service Execution
T1570|Lateral Tool Transfer|lateral-movement
T1571|Non-Standard Port|command-and-control
T1572|Protocol Tunneling|command-and-control
T1573|Encrypted Channel|command-and-control
T1574|Hijack Execution Flow|defense-evasion,persistence,privilege-escalation
T1578|Modify Cloud Compute Infrastructure|defense-evasion
T1580|Cloud Infrastructure Discovery|discovery
T1583|Acquire Infrastructure|resource-development
T1583.001|Domains
T1584|Compromise Infrastructure|resource-development
T1585|Establish Accounts|resource-development
T1586|Compromise Accounts|resource-development
T1587|Develop Capabilities|resource-development
T1588|Obtain Capabilities|resource-development
T1589|Gather Victim Identity Information|reconnaissance
T1590|Gather Victim Network Information|reconnaissance
T1591|Gather Victim Org Information|reconnaissance
T1592|Gather Victim Host Information|reconnaissance
T1593|Search Open Websites/Domains|reconnaissance
T1594|Search Victim-Owned Websites|reconnaissance
T1595|Active Scanning|reconnaissance
T1595.002|Vulnerability Scanning
T1596|Search Open Technical Databases|reconnaissance
T1597|Search Closed Sources|reconnaissance
T1598|Phishing for Information|reconnaissance
T1599|Network Boundary Bridging|defense-evasion
T1600|Weaken Encryption|defense-evasion
T1601|Modify System Image|defense-evasion
T1602|Data from Configuration Repository|collection
T1606|Forge Web Credentials|credential-access
T1606.001|Web Cookies
T1608|Stage Capabilities|resource-development
T1609|Container Administration Command|execution
T1610|Deploy Container|defense-evasion,execution
T1611|Escape to Host|privilege-escalation
T1612|Build Image on Host|defense-evasion
T1613|Container and Resource Discovery|discovery
T1614|System Location Discovery|discovery
T1615|Group Policy Discovery|discovery
T1619|Cloud Storage Object Discovery|discovery
T1620|Reflective Code Loading|defense-evasion
T1621|Multi-Factor Authentication Request Generation|credential-access
T1622|Debugger Evasion|defense-evasion,discovery
T1647|Plist File Modification|defense-evasion
T1648|Serverless Execution|execution
T1649|Steal or Forge Authentication Certificates|credential-access
T1650|Acquire Access|resource-development
T1651|Cloud Administration Command|execution
T1652|Device Driver Discovery|discovery
T1653|Power Settings|persistence
T1654|Log Enumeration|discovery
T1656|Impersonation|defense-evasion
T1657|Financial Theft|impact
T1659|Content Injection|command-and-control,initial-access`

export interface Technique {
  readonly id: string
  readonly name: string
  readonly tactics: readonly string[]
}

const rows = lines
  .trim()
  .split('\n')
  .map((line) => line.split('|'))
const tacticsOf = new Map(rows.map(([id = '', , tactics = '']) => [id, tactics]))

export const attackTechniques: readonly Technique[] = rows.map(([id = '', name = '', tactics]) => ({
  id,
  name,
  tactics: (tactics ?? tacticsOf.get(id.split('.')[0] ?? '') ?? '').split(','),
}))
