// Web shells and pages that steal or smuggle. Apache-2.0.

rule Webshell_PHP_Runs_Request {
  meta:
    description = "PHP web shell"
    level = "malicious"
    technique = "T1505.003"
  strings:
    $php = "<?php" nocase
    $short = "<?="
    $run = /(eval|assert|system|shell_exec|passthru|popen|proc_open|create_function)\s{0,4}\(\s{0,4}@?\s{0,4}(base64_decode|gzinflate|gzuncompress|str_rot13|stripslashes|urldecode)?\s{0,4}\(?\s{0,4}\$_(post|get|request|cookie|server|files)\s{0,4}\[/ nocase
    $variable = /\$_(post|get|request|cookie)\s{0,4}\[[^\]]{1,40}\]\s{0,4}\(\s{0,4}\$_(post|get|request|cookie)/ nocase
  condition:
    ($php or $short) and ($run or $variable)
}

rule Webshell_ASP_Runs_Request {
  meta:
    description = "ASP web shell"
    level = "malicious"
    technique = "T1505.003"
  strings:
    $page = /<%@?\s{0,4}(page|language|@)?/ nocase
    $eval = /(eval|execute(global)?)\s{0,4}\(?\s{0,4}request(\.(item|form|querystring))?\s{0,4}[\(\[]/ nocase
    $process = /process\.start\s{0,4}\([^\n]{0,80}request/ nocase
    $unsafe = /request\.(item|form)\[[^\]]{1,60}\]\s{0,4},\s{0,4}"unsafe"/ nocase
  condition:
    $page and ($eval or $process or $unsafe)
}

rule Webshell_JSP_Runs_Request {
  meta:
    description = "JSP web shell"
    level = "malicious"
    technique = "T1505.003"
  strings:
    $page = "<%"
    $exec = /(getruntime\(\)\s{0,4}\.\s{0,4}exec|new\s{1,4}processbuilder)\s{0,4}\([^\n]{0,120}request\s{0,4}\.\s{0,4}getparameter/ nocase
  condition:
    all of them
}

rule Page_Smuggles_File {
  meta:
    description = "HTML smuggling: the page builds and saves a file"
    level = "suspicious"
    technique = "T1027.006"
  strings:
    $html = /<(html|script|body|svg)[\s>]/ nocase
    $blob = /new\s{1,4}blob\s{0,4}\(/ nocase
    $link = "createObjectURL" nocase
    $save = "msSaveOrOpenBlob" nocase
    $name = /\.download\s{0,4}=\s{0,4}['"`][^'"`\n]{1,120}\.(zip|iso|img|exe|js|hta|vhdx?|lnk|one|msi|7z|rar)['"`]/ nocase
    $click = /\.click\s{0,4}\(\s{0,4}\)/
    $payload = /['"`](UEsDB|TVqQ|TVpQ|UmFyIR|N3q8r|AQAAAP|Q0QwMDE)[A-Za-z0-9+\/]{200,}/
  condition:
    $html and $blob and ($link or $save) and ($name or $payload) and ($click or $save)
}

rule Page_Sends_Password_To_Chat {
  meta:
    description = "Phishing page sends passwords to a chat bot"
    level = "malicious"
    technique = "T1056.003"
  strings:
    $field = /<input[^>]{0,200}type\s{0,4}=\s{0,4}['"]?password/ nocase
    $telegram = /api\.telegram\.org\/bot\d{6,12}:/ nocase
    $discord = /discord(app)?\.com\/api\/webhooks\/\d{10,}/ nocase
  condition:
    $field and ($telegram or $discord)
}
