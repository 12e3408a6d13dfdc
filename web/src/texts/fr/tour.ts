import type { texts as english } from '../en/tour.ts'

export const texts: Readonly<Record<keyof typeof english, string>> = {
  'tour.open': 'Visite guidée',
  'tour.close': 'Fermer la visite',
  'tour.step': 'Visite guidée · {step} sur {count}',
  'tour.next': 'Suivant',
  'tour.back': 'Précédent',
  'tour.end': 'Terminer',
  'tour.welcome.title': 'Un matin chez Example Bank',
  'tour.welcome.text':
    'Tout ici est inventé, et vous pouvez tout essayer. En cinq minutes, vous suivez un courriel de la première alerte jusqu’à la réponse.',
  'tour.welcome.go': 'Commencer par la vue d’ensemble',
  'tour.alert.title': '1. Une alerte arrive',
  'tour.alert.text':
    'La passerelle de courriel signale d’autres courriels au nom de la banque. L’alerte dit ce que l’on sait de ses valeurs et quel dossier lui ressemble.',
  'tour.alert.go': 'Ouvrir l’alerte',
  'tour.value.title': '2. Est-ce dangereux, et pourquoi ?',
  'tour.value.text':
    'Une valeur a sa page : le verdict, les raisons en phrases, ce à quoi elle est liée et où elle a été vue.',
  'tour.value.go': 'Ouvrir une valeur',
  'tour.case.title': '3. Le dossier raconte l’histoire',
  'tour.case.text':
    'Les alertes sont réunies dans un dossier. Il contient les valeurs et leurs verdicts, les tâches et ce que chacun a écrit et fait.',
  'tour.case.go': 'Ouvrir le dossier',
  'tour.respond.title': '4. Agir',
  'tour.respond.text':
    'Dans le dossier, choisissez Répondre : un répondeur met une valeur sur une liste de blocage, envoie un courriel ou pose une étiquette. Son résultat apparaît dans le dossier.',
  'tour.respond.go': 'Retour au dossier',
  'tour.activity.title': '5. Voir ce qui a été fait',
  'tour.activity.text':
    'L’activité liste chaque analyse et chaque réponse, qui l’a demandée et ce qui en est sorti. La visite est finie ; regardez aussi longtemps que vous voulez.',
  'tour.activity.go': 'Ouvrir les réponses',
}
