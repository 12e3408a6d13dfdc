// Scripts that fetch, hide, switch protection off or destroy. Apache-2.0.

rule Script_Hidden_Encoded_PowerShell {
  meta:
    description = "Hidden PowerShell with an encoded command"
    level = "suspicious"
    technique = "T1059.001"
    within = 2097152
  strings:
    $program = /p[\^`]?o[\^`]?w[\^`]?e[\^`]?r[\^`]?shell/ nocase ascii wide
    $window = /[-\/]w[a-z]{0,11}[ :]{1,4}['"]?(hid|1\b)/ nocase ascii wide
    $command = /[-\/]e(c|nc?|nco[a-z]{0,12})?[ :]{1,4}['"]?[A-Za-z0-9+\/]{40,}/ nocase ascii
    $command_wide = /-\x00e\x00(n\x00c\x00)?([a-z]\x00){0,12} \x00([A-Za-z0-9+\/]\x00){40,}/ nocase
  condition:
    $program and $window and ($command or $command_wide)
}

rule Script_Download_And_Invoke {
  meta:
    description = "Hidden PowerShell downloads code and runs it in memory"
    level = "suspicious"
    technique = "T1105"
    within = 1048576
  strings:
    $fetch1 = "DownloadString(" nocase ascii wide
    $fetch2 = "DownloadData(" nocase ascii wide
    $fetch3 = /(iwr|irm|invoke-webrequest|invoke-restmethod)\s/ nocase ascii wide
    $run1 = /\biex\b/ nocase ascii wide
    $run2 = "invoke-expression" nocase ascii wide
    $run3 = "[Reflection.Assembly]::Load(" nocase ascii wide
    $quiet1 = /-w[a-z]{0,11}\s{1,4}hid/ nocase ascii wide
    $quiet2 = "-nop" nocase ascii wide
    $quiet3 = /-(ep|exec[a-z]{0,14})\s{1,4}bypass/ nocase ascii wide
  condition:
    any of ($fetch*) and any of ($run*) and 2 of ($quiet*)
}

rule Script_AMSI_Switched_Off {
  meta:
    description = "Disables AMSI"
    level = "malicious"
    technique = "T1562.001"
  strings:
    // amsiInitFailed, AmsiScanBuffer
    $field = { 61 6D 73 69 49 6E 69 74 46 61 69 6C 65 64 }
    $utils = { 41 6D 73 69 55 74 69 6C 73 }
    $set = "SetValue(" nocase
    $scan = { 41 6D 73 69 53 63 61 6E 42 75 66 66 65 72 }
    $protect = "VirtualProtect" nocase
    $copy = "Marshal]::Copy" nocase
  condition:
    (($field and $utils and $set) or ($scan and $protect and $copy))
}

rule Script_Protection_Switched_Off {
  meta:
    description = "Disables Microsoft Defender or adds exclusions"
    level = "suspicious"
    technique = "T1562.001"
  strings:
    $set = /(set|add)-mppreference\s/ nocase ascii wide
    $off = /-disable(realtimemonitoring|behaviormonitoring|ioavprotection|scriptscanning|blockatfirstseen)\s{1,4}(\$true|1)/ nocase ascii wide
    $exclude = /-exclusion(path|process|extension)\s{1,4}['"]?([a-z]:\\(['"]|\s|users|programdata|windows|temp)|\$env:|\.?exe)/ nocase ascii wide
    $policy = /reg(\.exe)?\s{1,4}add\s[^\n]{0,120}windows defender[^\n]{0,120}\/v\s{1,4}"?disable/ nocase ascii
  condition:
    (($set and ($off or $exclude)) or $policy)
}

rule Script_Recovery_Destroyed {
  meta:
    description = "Deletes shadow copies, as ransomware does"
    level = "malicious"
    technique = "T1490"
  strings:
    $shadow1 = /vssadmin(\.exe)?"?\s{1,4}delete\s{1,4}shadows/ nocase ascii wide
    $shadow2 = /shadowcopy\s{1,4}(delete|where[^\n]{0,60}delete)/ nocase ascii wide
    $shadow3 = /win32_shadowcopy[^\n]{0,80}(delete|remove)/ nocase ascii wide
    $boot = /bcdedit(\.exe)?"?\s{1,4}\/set\s[^\n]{0,60}(recoveryenabled\s{1,4}no|ignoreallfailures)/ nocase ascii wide
    $backup = /wbadmin(\.exe)?"?\s{1,4}delete\s{1,4}(catalog|systemstatebackup|backup)/ nocase ascii wide
  condition:
    2 of them
}

rule Script_Windows_Tool_Fetches {
  meta:
    description = "LOLBin downloads or runs remote code"
    level = "suspicious"
    technique = "T1218"
  strings:
    $certutil = /certutil(\.exe)?"?\s[^\n]{0,40}[-\/]urlcache\s[^\n]{0,60}https?:/ nocase ascii wide
    $bits = /bitsadmin(\.exe)?"?\s[^\n]{0,40}\/transfer\s[^\n]{0,80}https?:/ nocase ascii wide
    $mshta = /mshta(\.exe)?"?\s{1,4}['"]?(https?:|javascript:|vbscript:)/ nocase ascii wide
    $regsvr = /regsvr32(\.exe)?"?\s[^\n]{0,40}\/i:['"]?https?:/ nocase ascii wide
    $rundll = /rundll32(\.exe)?"?\s{1,4}['"]?(javascript:|\\\\[^\s\\]{3,60}\\)/ nocase ascii wide
  condition:
    any of them and uint16(0) != 0x5A4D
}

rule Script_JScript_Dropper {
  meta:
    description = "Windows Script Host script downloads, saves and starts a file"
    level = "malicious"
    technique = "T1059.007"
    within = 1048576
  strings:
    $host = /(new\s{1,4}activexobject|createobject|wscript\.createobject)\s{0,4}\(/ nocase
    $http = /(msxml2\.(server)?xmlhttp|winhttp\.winhttprequest|microsoft\.xmlhttp)/ nocase
    $stream = { 41 44 4F 44 42 2E 53 74 72 65 61 6D }
    $save = "SaveToFile" nocase
    $run = /(wscript\.shell|shell\.application)/ nocase
  condition:
    all of them
}

rule Script_Reverse_Shell {
  meta:
    description = "Reverse shell"
    level = "malicious"
    technique = "T1059.004"
  strings:
    $bash = /bash\s{1,4}-i\s{1,4}>&\s{0,4}\/dev\/(tcp|udp)\// ascii
    $netcat = /\bnc(at)?\s{1,4}(-[a-z]{1,4}\s{1,4}){0,3}-e\s{1,4}\/bin\/(ba)?sh/ ascii
    $fifo = /mkfifo\s[^\n]{1,60}\/bin\/(ba)?sh\s{1,4}-i\s[^\n]{1,60}\bnc\b/ ascii
    $python = /socket\.socket\([^\n]{0,400}os\.dup2\([^\n]{0,400}\/bin\/(ba)?sh/ ascii
    $php = /fsockopen\([^\n]{1,80}(exec|shell_exec|proc_open|passthru)\([^\n]{0,40}\/bin\/(ba)?sh/ ascii
  condition:
    any of them
}

rule Script_Cron_Fetches {
  meta:
    description = "Cron job or startup script pipes a download into a shell"
    level = "suspicious"
    technique = "T1105"
  strings:
    $cron = /(\*\/?\d{0,2}\s{1,4}){5}[^\n]{0,40}(curl|wget)\s[^\n|]{3,200}\|\s{0,4}(ba)?sh/ ascii
    $quiet = /(curl|wget)\s[^\n|]{3,200}\|\s{0,4}(ba)?sh[^\n]{0,40}>\s{0,4}\/dev\/null\s{1,4}2>&1\s{0,4}&/ ascii
  condition:
    any of them
}
