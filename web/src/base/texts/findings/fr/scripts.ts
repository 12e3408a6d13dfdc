export const scripts = {
  'script.test-virus': 'Fichier de test antivirus EICAR ; inoffensif par conception',
  'script.encoded-command': 'Commande encodée en base64 : {command}',
  'script.download-run': 'Télécharge du code et l’exécute : {evidence}',
  'script.download': 'Peut télécharger des fichiers : {evidence}',
  'script.runs-programs': 'Peut lancer des programmes : {evidence}',
  'script.runs-text': 'Exécute du code assemblé à l’exécution : {evidence}',
  'script.decoded-run': 'Décode du code caché et l’exécute : {evidence}',
  'script.hidden-window': 'S’exécute dans une fenêtre cachée : {evidence}',
  'script.policy': 'Contourne la politique d’exécution de PowerShell : {evidence}',
  'script.system-tool':
    'Utilise {tool}, un LOLBin de Windows, pour exécuter ou télécharger du code : {evidence}',
  'script.protection-off': 'Désactive les logiciels de sécurité : {evidence}',
  'script.recovery-off': 'Supprime des sauvegardes ou des clichés instantanés : {evidence}',
  'script.logs-cleared': 'Efface les journaux d’événements : {evidence}',
  'script.persistence': 'Établit une persistance : {evidence}',
  'script.scheduled': 'Crée une tâche planifiée : {evidence}',
  'script.memory': 'Charge du code en mémoire et l’exécute : {evidence}',
  'script.credentials': 'Lit des identifiants : {evidence}',
  'script.keylogger':
    'Enregistre ce qui est tapé au clavier, et le conserve ou l’envoie : {evidence}',
  'script.secrets-sent':
    'Lit des mots de passe ou des clés enregistrés et envoie des données à une autre machine : {evidence}',
  'script.reverse-shell': 'Ouvre un reverse shell : {evidence}',
  'script.shortened': 'Mots-clés obfusqués : {evidence}',
  'script.layers': '{count} {count?couche de code encodé trouvée|couches de code encodé trouvées}',
  'script.hidden-program':
    'Exécutable Windows (MZ) encodé sous forme de texte, {bytes} {bytes?octet|octets}',
  'script.jscript-encoded': 'Encodé avec Microsoft Script Encoder (JSE ou VBE)',
  'script.wmi': 'Utilise WMI : {evidence}',
  'script.web-service':
    'Contacte un service public souvent détourné par des logiciels malveillants : {evidence}',
  'script.hta': 'Application HTML (HTA) : s’exécute hors du bac à sable du navigateur',
  'script.scriptlet':
    'Scriptlet ({form:words}) que des outils Windows comme regsvr32 peuvent exécuter',
  'script.wsf': 'Windows Script File (WSF) ; peut mélanger les langages',
  'script.password-prompt': 'Demande un mot de passe à l’utilisateur : {evidence}',
  'script.web-shell': 'Web shell : exécute les commandes envoyées au serveur web : {evidence}',
  'page.smuggling':
    'HTML smuggling ({way}) : la page fabrique et enregistre un fichier : {evidence}',
  'page.data-download':
    'HTML smuggling : un lien enregistre un fichier contenu dans la page : {evidence}',
  'page.svg-script': 'L’image SVG contient un script : {evidence}',
  'page.svg-frame': 'L’image SVG intègre la page {target:url}',
  'page.redirect-only': 'Page vide qui ne fait que rediriger vers {target:url}',
  'page.decoded-run': 'Un script décode un contenu caché et l’écrit ou l’exécute : {evidence}',
  'page.password-elsewhere': 'Un formulaire de mot de passe envoie à un autre site : {target:url}',
  'page.password': 'Contient un champ de mot de passe',
  'page.password-file': 'Fichier HTML avec un champ de mot de passe, ouvert depuis le disque',
  'page.password-by-script':
    'Champ de mot de passe dans la page ; un script envoie des données à {target:url}',
  'page.form-elsewhere': 'Un formulaire envoie à un autre site : {target:url}',
  'page.hidden-frame': 'Une iframe cachée charge {target:url}',
  'page.refresh': 'Redirige automatiquement vers {target:url}',
  'page.refresh-script':
    'Redirige automatiquement vers une adresse qui n’est pas du web : {target:url}',
  'page.brand': 'Usurpe {brand} : titre « {title} », mais le formulaire envoie à {target:url}',
  'page.clipboard-command':
    'ClickFix : copie dans le presse-papiers une commande à faire exécuter : {evidence}',
  'page.object': 'Intègre un contrôle ActiveX ou un programme : {evidence}',
  'page.search-scheme': 'Un lien lance un programme Windows au lieu d’une page : {evidence}',
  'shortcut.script-host': 'Lance {program} avec des arguments : {arguments}',
  'shortcut.window': 'Ouvre une fenêtre de commandes ({program}) sans rien y exécuter',
  'shortcut.shell': 'Lance {program}, qui exécute toute commande reçue',
  'shortcut.encoded-command': 'Commande encodée dans les arguments : {command}',
  'shortcut.long-arguments':
    'Les arguments comptent {length} {length?caractère|caractères} ; Windows n’affiche que les 260 premiers',
  'shortcut.padded-arguments': 'Des espaces cachent les arguments : {arguments}',
  'shortcut.address-arguments': 'URL dans les arguments : {address:url}',
  'shortcut.icon-disguise': 'Icône de document ({icon}), mais lance {program}',
  'shortcut.icon-remote':
    'Icône chargée depuis {icon:url}, ce qui peut divulguer le hash NTLM de l’utilisateur',
  'shortcut.target-remote': 'La cible est sur une machine distante : {target:url}',
  'shortcut.hidden-window': 'Démarre dans une fenêtre réduite',
  'shortcut.double-name': 'Double extension : {name}',
  'shortcut.attached': '{bytes} {bytes?octet de données ajouté|octets de données ajoutés} à la fin',
  'shortcut.runs-command': 'Exécute une commande ({form:words}) : {command}',
  'shortcut.remote-folder':
    'Montre {target:url} comme un dossier local ({form:words}) ; peut divulguer le hash NTLM de l’utilisateur',
  'shortcut.remote-desktop':
    'Fichier RDP : se connecte à {target:value} et partage {what:words} avec cette machine',
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
  'shortcut.console-script': 'Un fichier de console MSC exécute un script : {evidence}',
  'shortcut.setup-script': 'Un fichier d’installation INF charge ou exécute du code : {evidence}',
  'shortcut.machine': 'Créé sur la machine {machine}',
  'onenote.program': 'Exécutable intégré : {name}',
  'onenote.file': 'Fichier intégré : {name} ({bytes} {bytes?octet|octets})',
}
