export const texts = {
  'setup.title': 'Bienvenue. Trois étapes jusqu’à votre première réponse.',
  'setup.lead':
    'Collez une adresse, un lien, un courriel ou un fichier ; Assay dit ce que c’est, pourquoi, et où vous l’avez déjà vu.',
  'setup.step': 'Étape {step} sur {of}',
  'setup.step.you': 'Vous et votre organisation',
  'setup.step.youHint': 'Un formulaire, quatre champs.',
  'setup.step.value': 'Une première valeur',
  'setup.step.valueHint': 'La vôtre ou l’une des nôtres. Rien ne quitte cette machine.',
  'setup.step.answer': 'La réponse',
  'setup.step.answerHint': 'Ce que c’est, pourquoi, et que faire ensuite.',
  'setup.youLead':
    'Avec ce compte vous analysez, gérez les utilisateurs et choisissez les analyseurs.',
  'setup.organization': 'Organisation',
  'setup.organizationHint': 'Son nom ne peut plus être changé ensuite.',
  'setup.organizationMissing': 'Indiquez le nom de votre organisation ou équipe.',
  'setup.tokenHelp':
    'Depuis une autre machine, il faut un jeton d’installation. Il fait partie du lien que le serveur affiche au démarrage : cherchez dans sa console ou son journal une ligne contenant « #/setup?token= », puis ouvrez ce lien ou collez-le ci-dessous.',
  'setup.token': 'Jeton ou lien d’installation',
  'setup.tokenHint': 'Laissez vide si vous êtes sur le serveur même.',
  'setup.login': 'Identifiant',
  'setup.loginMissing': 'Choisissez un identifiant.',
  'setup.name': 'Votre nom',
  'setup.passwordHint': 'Une longue phrase convient le mieux. Tous les caractères sont admis.',
  'setup.offline': 'Commencer avec les analyseurs qui travaillent hors ligne',
  'setup.offlineHint':
    'D’autres interrogent des serveurs de noms et des registres sur Internet. Activez-les plus tard, sous Paramètres.',
  'setup.platform': 'Un second compte, « platform », est créé pour vous',
  'setup.platformHint':
    'Il crée d’autres organisations et ne voit aucun dossier. Vous recevez son mot de passe à l’étape suivante.',
  'setup.submit': 'Créer et continuer',
  'setup.busy': 'Création…',
  'setup.tokenWrong':
    'Le serveur n’accepte pas ce jeton d’installation. Utilisez le dernier lien qu’il a affiché.',
  'setup.tokenNeeded':
    'Le serveur demande le jeton d’installation, car cet appel ne vient pas de sa propre machine.',
  'setup.tokenMark': 'Collez le jeton, ou le lien entier, du journal du serveur.',

  'setup.value.title': 'Que voulez-vous savoir ?',
  'setup.value.lead':
    'Tout ce que l’on cherche un matin : collez-le, ou prenez un des exemples. Ils sont inventés et inoffensifs.',
  'setup.value.label': 'Collez un texte ou déposez un fichier',
  'setup.value.placeholder': '198.51.100.77, hxxps://…, une empreinte, un courriel…',
  'setup.value.file': 'Choisir un fichier',
  'setup.value.samples': 'ou un exemple',
  'setup.value.noAnalyzer': 'Aucun analyseur activé n’accepte cela.',
  'setup.value.analyze.one': 'Analyser avec {count} analyseur',
  'setup.value.analyze.other': 'Analyser avec {count} analyseurs',
  'setup.value.busy': 'Envoi…',
  'setup.value.skip': 'Passer, aller à la vue d’ensemble',
  'setup.sample.mail': 'Un courriel d’hameçonnage avec une pièce jointe',
  'setup.sample.domain': 'Un nom qui imite une marque',
  'setup.sample.ip': 'Une adresse de la plage de documentation',
  'setup.next.analyzers': 'Choisir des analyseurs',
}
