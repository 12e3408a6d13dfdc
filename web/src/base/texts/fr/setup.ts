export const texts = {
  'setup.title': 'Bienvenue. Trois étapes jusqu’à votre premier rapport.',
  'setup.lead':
    'Collez une adresse IP, une URL, un e-mail ou un fichier. Assay vous dit s’il est malveillant, pourquoi, et où vous l’avez déjà vu.',
  'setup.step': 'Étape {step} sur {of}',
  'setup.step.you': 'Vous et votre organisation',
  'setup.step.youHint': 'Un formulaire, quatre champs.',
  'setup.step.value': 'Un premier observable',
  'setup.step.valueHint': 'Le vôtre ou un exemple. Rien ne quitte ce serveur.',
  'setup.step.answer': 'Rapport',
  'setup.step.answerHint': 'Ce que c’est, pourquoi, et que faire ensuite.',
  'setup.youLead':
    'Avec ce compte vous analysez, gérez les utilisateurs et choisissez les analyseurs.',
  'setup.organization': 'Organisation',
  'setup.organizationHint': 'Son nom ne peut plus être changé ensuite.',
  'setup.organizationMissing': 'Indiquez le nom de votre organisation ou équipe.',
  'setup.tokenHelp':
    'Depuis une autre machine, il faut le jeton d’installation. Il fait partie du lien que le serveur affiche au démarrage : cherchez la ligne contenant « #/setup?token= » dans sa console ou son journal, puis ouvrez ce lien ou collez-le ci-dessous.',
  'setup.token': 'Jeton ou lien d’installation',
  'setup.tokenHint': 'Laissez vide si vous êtes sur le serveur même.',
  'setup.login': 'Nom d’utilisateur',
  'setup.loginMissing': 'Choisissez un nom d’utilisateur.',
  'setup.name': 'Votre nom',
  'setup.passwordHint': 'Une longue phrase convient le mieux. Tous les caractères sont admis.',
  'setup.offline': 'Commencer avec les analyseurs qui travaillent hors ligne',
  'setup.offlineHint':
    'Les autres analyseurs interrogent des serveurs DNS et des registres sur Internet. Activez-les plus tard, sous Paramètres.',
  'setup.platform': 'Un second compte, « platform », est créé pour vous',
  'setup.platformHint':
    'Il crée d’autres organisations et ne peut voir aucun dossier. Vous recevez son mot de passe à l’étape suivante.',
  'setup.submit': 'Créer et continuer',
  'setup.busy': 'Création…',
  'setup.tokenWrong':
    'Le serveur a rejeté ce jeton d’installation. Utilisez le dernier lien qu’il a affiché.',
  'setup.tokenNeeded':
    'Le serveur exige le jeton d’installation, car cette requête vient d’une autre machine.',
  'setup.tokenMark': 'Collez le jeton, ou le lien entier, du journal du serveur.',

  'setup.value.title': 'Que voulez-vous analyser ?',
  'setup.value.lead':
    'Collez tout ce que vous chercheriez, ou prenez un des exemples. Ils sont inoffensifs.',
  'setup.value.label': 'Collez un texte ou déposez un fichier',
  'setup.value.placeholder': '198.51.100.77, hxxps://…, une empreinte, un e-mail…',
  'setup.value.file': 'Choisir un fichier',
  'setup.value.samples': 'ou un exemple',
  'setup.value.noAnalyzer': 'Aucun analyseur activé ne le prend en charge.',
  'setup.value.analyze.one': 'Analyser avec {count} analyseur',
  'setup.value.analyze.other': 'Analyser avec {count} analyseurs',
  'setup.value.busy': 'Analyse…',
  'setup.value.skip': 'Passer, aller à la vue d’ensemble',
  'setup.sample.mail': 'Un e-mail d’hameçonnage avec une pièce jointe',
  'setup.sample.domain': 'Un domaine imitant une marque',
  'setup.sample.ip': 'Une adresse IP réservée à la documentation',
  'setup.next.analyzers': 'Choisir des analyseurs',
}
