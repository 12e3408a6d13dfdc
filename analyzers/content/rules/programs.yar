// Programs and what is hidden in other files. Apache-2.0.

import "pe"

rule Program_Credential_Tool {
  meta:
    description = "Contains credential-dumper commands"
    level = "malicious"
    technique = "T1003.001"
  strings:
    // sekurlsa::, lsadump::, kerberos::golden, privilege::debug
    $a = { 73 65 6B 75 72 6C 73 61 3A 3A }
    $b = { 6C 73 61 64 75 6D 70 3A 3A }
    $c = { 6B 65 72 62 65 72 6F 73 3A 3A 67 6F 6C 64 65 6E }
    $d = { 70 72 69 76 69 6C 65 67 65 3A 3A 64 65 62 75 67 }
    $wide_a = { 73 00 65 00 6B 00 75 00 72 00 6C 00 73 00 61 00 }
    $wide_b = { 6C 00 73 00 61 00 64 00 75 00 6D 00 70 00 }
  condition:
    2 of them
}

rule Program_Hidden_In_Text {
  meta:
    description = "Windows executable encoded as base64"
    level = "suspicious"
    technique = "T1027.009"
  strings:
    $a = /TVqQAAMAAAAEAAAA\/\/8AALg[A-Za-z0-9+\/]{40,}/
    $b = /TVpQAAIAAAAEAA8A\/\/8AALg[A-Za-z0-9+\/]{40,}/
    $reversed = /[A-Za-z0-9+\/]{40,}gLAA8\/\/AAAAEAAAAMAAQqVT/
    $hex = /4d5a90000300000004000000ffff0000b8[0-9a-f]{80,}/ nocase
  condition:
    uint16(0) != 0x5A4D and any of them
}

rule Program_Packed_UPX {
  meta:
    description = "Packed with UPX"
    level = "info"
    technique = "T1027.002"
  strings:
    $magic = "UPX!"
    $first = "UPX0"
    $second = "UPX1"
  condition:
    uint16(0) == 0x5A4D and pe.is_pe and all of them
}

rule Program_Steals_Browser_Data {
  meta:
    description = "Infostealer: reads browser passwords and sends to a chat service"
    level = "malicious"
    technique = "T1102"
    within = 8388608
  strings:
    $chat1 = /discord(app)?\.com\/api\/webhooks\// nocase ascii wide
    $chat2 = /api\.telegram\.org\/bot/ nocase ascii wide
    $store1 = "\\Login Data" nocase ascii wide
    $store2 = "logins.json" nocase ascii wide
    $store3 = "\\Local State" nocase ascii wide
    $store4 = "\\Local Storage\\leveldb" nocase ascii wide
    $store5 = "wallet.dat" nocase ascii wide
    $store6 = "cookies.sqlite" nocase ascii wide
  condition:
    any of ($chat*) and 3 of ($store*)
}

rule Program_Mines_Coins {
  meta:
    description = "Cryptominer that connects to a pool"
    level = "suspicious"
    technique = "T1496"
    within = 8388608
  strings:
    $pool = /stratum\+(tcp|ssl):\/\// nocase ascii wide
    $donate = "donate-level" ascii wide
    $algorithm = /\b(randomx|cryptonight|rx\/0)\b/ nocase ascii wide
    $rig = "xmrig" nocase ascii wide
  condition:
    $pool and 2 of ($donate, $algorithm, $rig)
}

rule Text_Ransom_Note {
  meta:
    description = "Ransom note text"
    level = "suspicious"
    technique = "T1486"
    within = 524288
  strings:
    $files = /(all\s{1,4}(of\s{1,4})?)?your\s{1,4}(important\s{1,4}|network\s{1,4}|company\s{1,4})?(files|documents|data|network|servers)[^\n]{0,60}\s(have|has|are|were|is)\s{1,4}(been\s{1,4})?(encrypted|locked)/ nocase ascii wide
    $onion = /[a-z2-7]{16,56}\.onion/ nocase ascii wide
    $coin = /\b(bitcoins?|btc|monero|xmr)\b/ nocase ascii wide
    $decrypt = /(decrypt(ion|or)?\s{1,4}(key|tool|software|your)|private\s{1,4}key)/ nocase ascii wide
    $warn = /(do\s{1,4}not|don'?t)\s{1,4}(try|rename|modify|attempt|contact\s{1,4}(the\s{1,4})?police)/ nocase ascii wide
    $publish = /(publish|leak|sell)[^\n]{0,40}(your\s{1,4}data|stolen|confidential)/ nocase ascii wide
  condition:
    $files and 2 of ($onion, $coin, $decrypt, $warn, $publish)
}

rule Shortcut_Starts_Script_Host {
  meta:
    description = "Shortcut starts a script host with a remote or encoded command"
    level = "suspicious"
    technique = "T1204.002"
  strings:
    $host = /(p\x00o\x00w\x00e\x00r\x00s\x00h\x00e\x00l\x00l|m\x00s\x00h\x00t\x00a|w\x00s\x00c\x00r\x00i\x00p\x00t|c\x00m\x00d\x00\.\x00e\x00x\x00e)/ nocase
    $network = /h\x00t\x00t\x00p\x00(s\x00)?:\x00\/\x00\/\x00/ nocase
    $share = /\\\x00\\\x00[a-z0-9]\x00[^\n]{4,80}@\x00(s\x00s\x00l\x00|8\x000\x00)/ nocase
    $encoded = /-\x00e\x00(n\x00c\x00)?([a-z]\x00){0,12} \x00([A-Za-z0-9+\/]\x00){40,}/ nocase
  condition:
    uint32(0) == 0x0000004C and uint32(4) == 0x00021401 and $host and any of ($network, $share, $encoded)
}

rule Document_RTF_Runs_Object {
  meta:
    description = "RTF auto-updates an embedded object, as Equation Editor exploits do"
    level = "suspicious"
    technique = "T1203"
  strings:
    $rtf = /\{\\rt/
    $update = "\\objupdate"
    $data = "\\objdata"
    $equation = /0200000[0-9a-f\s]{1,20}4571756174696f6e2e33/ nocase
    $class = /d0cf11e0a1b11ae1/ nocase
  condition:
    $rtf in (0..32) and $data and ($equation or ($update and $class))
}

rule Document_PDF_Starts_Program {
  meta:
    description = "PDF starts a program or script on open"
    level = "suspicious"
    technique = "T1204.002"
  strings:
    $pdf = "%PDF-"
    $open = /\/(OpenAction|AA)\b/
    $launch = /\/S\s{0,4}\/Launch\b/
    $program = /\/(F|P)\s{0,4}\(?[^)\n]{0,120}(cmd|powershell|mshta|wscript)(\.exe)?/ nocase
  condition:
    $pdf in (0..1024) and $open and $launch and $program
}
