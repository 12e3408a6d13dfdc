export const scripts = {
  'script.test-virus': 'C’est le fichier de test que tout antivirus signale ; il ne fait rien',
  'script.encoded-command': 'Une commande est cachée en base64 : {command}',
  'script.download-run': 'Charge quelque chose et l’exécute : {evidence}',
  'script.download': 'Peut charger des fichiers : {evidence}',
  'script.runs-programs': 'Peut lancer des programmes : {evidence}',
  'script.runs-text': 'Exécute un texte qu’il assemble : {evidence}',
  'script.decoded-run': 'Décode un texte et l’exécute : {evidence}',
  'script.hidden-window': 'S’exécute là où personne ne le voit : {evidence}',
  'script.policy': 'Demande à PowerShell de ne pas vérifier les scripts : {evidence}',
  'script.system-tool':
    'Utilise {tool}, un élément de Windows, pour exécuter ou charger autre chose : {evidence}',
  'script.protection-off': 'Désactive une protection : {evidence}',
  'script.recovery-off': 'Supprime des sauvegardes ou des points de restauration : {evidence}',
  'script.logs-cleared': 'Supprime les journaux du système : {evidence}',
  'script.persistence': 'Fait en sorte de redémarrer : {evidence}',
  'script.scheduled': 'Crée une tâche qui démarre plus tard : {evidence}',
  'script.memory': 'Place du code en mémoire et l’exécute : {evidence}',
  'script.credentials': 'Lit des mots de passe : {evidence}',
  'script.keylogger':
    'Enregistre ce qui est tapé au clavier, et le conserve ou l’envoie : {evidence}',
  'script.secrets-sent':
    'Lit des mots de passe ou des clés enregistrés et envoie des données à une autre machine : {evidence}',
  'script.reverse-shell': 'Relie un shell à une autre machine : {evidence}',
  'script.shortened': 'Des mots sont découpés pour que personne ne les trouve : {evidence}',
  'script.layers':
    '{count} {count?texte y est caché|textes y sont cachés}, l’un dans l’autre ou côte à côte',
  'script.hidden-program':
    'Un programme (MZ) y est caché sous forme de texte, {bytes} {bytes?octet|octets}',
  'script.jscript-encoded': 'Rendu illisible par l’encodeur de scripts de Microsoft',
  'script.wmi': 'Utilise WMI : {evidence}',
  'script.web-service': 'Charge depuis un service ouvert à tous, ou lui fait rapport : {evidence}',
  'script.hta': 'C’est une page qui s’exécute comme un programme, hors du navigateur',
  'script.scriptlet':
    'C’est un scriptlet ({form:words}), que des éléments de Windows exécutent pour qui le demande',
  'script.wsf': 'C’est un script pour Windows qui peut mélanger les langages',
  'script.password-prompt': 'Affiche une fenêtre qui demande un mot de passe : {evidence}',
  'script.web-shell': 'Exécute ce qu’envoie un visiteur du serveur web : {evidence}',
  'page.smuggling': 'La page tire un fichier d’elle-même et l’enregistre ({way}) : {evidence}',
  'page.data-download': 'Un lien enregistre un fichier écrit dans la page : {evidence}',
  'page.svg-script': 'Une image (SVG) contient un script : {evidence}',
  'page.svg-frame': 'Une image (SVG) affiche la page {target:url}',
  'page.redirect-only': 'Ne dit rien et mène à {target:url}',
  'page.decoded-run': 'Un de ses scripts décode un texte, puis l’écrit ou l’exécute : {evidence}',
  'page.password-elsewhere': 'Un mot de passe saisi ici va à {target:url}',
  'page.password': 'La page demande un mot de passe',
  'page.password-file': 'Une page ouverte comme fichier demande un mot de passe',
  'page.password-by-script':
    'La page demande un mot de passe, et un de ses scripts envoie à {target:url}',
  'page.form-elsewhere': 'Ce qui est saisi ici va à {target:url}',
  'page.hidden-frame': 'Charge {target:url} là où personne ne le voit',
  'page.refresh': 'Mène d’elle-même à {target:url}',
  'page.refresh-script': 'Mène à {target:url}, qui n’est pas l’adresse d’une page',
  'page.brand':
    'Son titre dit « {title} », mais rien n’y appartient à {brand} : elle demande une saisie qui va à {target:url}',
  'page.clipboard-command':
    'Place dans le presse-papiers une commande que le visiteur doit exécuter : {evidence}',
  'page.object': 'Charge un contrôle de Windows : {evidence}',
  'page.search-scheme':
    'Un lien lance un programme de Windows au lieu d’ouvrir une page : {evidence}',
  'shortcut.script-host': 'Lance {program} avec des arguments : {arguments}',
  'shortcut.window': 'Ouvre une fenêtre de commandes ({program}) sans rien y exécuter',
  'shortcut.shell': 'Lance {program}, qui exécute tout ce qu’on lui dit',
  'shortcut.encoded-command': 'Ses arguments cachent une commande : {command}',
  'shortcut.long-arguments':
    'Ses arguments comptent {length} {length?caractère|caractères} ; Windows montre les 260 premiers',
  'shortcut.padded-arguments': 'Des espaces poussent ses arguments hors de vue : {arguments}',
  'shortcut.address-arguments': 'Ses arguments nomment une adresse : {address:url}',
  'shortcut.icon-disguise': 'Ressemble à un document ({icon}) et lance {program}',
  'shortcut.icon-remote':
    'Son image est chargée depuis {icon:url}, ce qui livre la connexion de l’utilisateur',
  'shortcut.target-remote': 'Lance {target:url}, qui se trouve sur une autre machine',
  'shortcut.hidden-window': 'Ce qu’il lance n’est pas montré',
  'shortcut.double-name': 'Ressemble à un document par son nom : {name}',
  'shortcut.attached': '{bytes} {bytes?octet est attaché|octets sont attachés} après sa fin',
  'shortcut.runs-command': 'Ceci exécute une commande ({form:words}) : {command}',
  'shortcut.remote-folder':
    'Ceci ({form:words}) montre {target:url} comme un dossier de cette machine, et livre la connexion de l’utilisateur',
  'shortcut.remote-desktop':
    'Se connecte à {target:value} et donne à cette machine ceci de la vôtre : {what:words}',
  'shortcut.ssh-command': '{program} exécute une commande locale ({option}) : {command}',
  'shortcut.theme-remote':
    'Le thème charge {target:url}, ce qui peut divulguer le hash NTLM de l’utilisateur',
  'shortcut.clickonce':
    'Le fichier ClickOnce installe et exécute un programme depuis {target:url} ({why:words})',
  'shortcut.clickonce-signed':
    'Le fichier ClickOnce installe un programme depuis {target:url} ; éditeur indiqué : {publisher}',
  'shortcut.build-task': 'Le projet MSBuild contient une tâche avec du code : {name}',
  'shortcut.build-code': 'Le projet MSBuild exécute du code à la compilation : {evidence}',
  'page.redirect-hidden': 'Redirige vers une adresse encodée : {target:url}',
  'script.botnet-loader':
    'Chargeur de botnet (type Mirai) : télécharge et exécute des programmes pour {count} {count?architecture|architectures} : {evidence}',
  'script.preload': 'Précharge une bibliothèque dans chaque processus (ld.so.preload) : {evidence}',
  'script.elf-written': 'Écrit un programme Linux (ELF) encodé en texte : {evidence}',
  'script.xor-run': 'Décode un contenu chiffré par XOR et l’écrit ou l’exécute : {evidence}',
  'script.install-hook': 'Le script npm {hook} {what:words} : {command}',
  'script.install-hook-present': 'Commande exécutée par npm à {hook} : {command}',
  'script.compiled': 'Script {language} compilé ; code non examiné',
  'shortcut.console-script': 'Une console de Windows (MSC) qui exécute un script : {evidence}',
  'shortcut.setup-script':
    'Un fichier d’installation (INF) qui charge ou exécute quelque chose : {evidence}',
  'shortcut.machine': 'Créé sur la machine {machine}',
  'onenote.program': '{name}, à l’intérieur, s’exécute à l’ouverture',
  'onenote.file': '{name} se trouve à l’intérieur ({bytes} {bytes?octet|octets})',
}
