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
    'Tout ici est constitué de données d’exemple : essayez ce que vous voulez. En cinq minutes, vous suivez un e-mail de la première alerte à la réponse.',
  'tour.welcome.go': 'Commencer par la vue d’ensemble',
  'tour.alert.title': '1. Une alerte arrive',
  'tour.alert.text':
    'La passerelle de messagerie signale d’autres e-mails au nom de la banque. L’alerte montre les verdicts de ses observables et le dossier le plus similaire.',
  'tour.alert.go': 'Ouvrir l’alerte',
  'tour.value.title': '2. Est-ce malveillant, et pourquoi ?',
  'tour.value.text':
    'Chaque observable a une page : le verdict, les raisons, ce à quoi il est lié et où il a été vu.',
  'tour.value.go': 'Ouvrir un observable',
  'tour.case.title': '3. Le dossier rassemble tout',
  'tour.case.text':
    'Les alertes sont fusionnées dans un dossier. Il contient les observables et leurs verdicts, les tâches et tout ce qui a été écrit et fait.',
  'tour.case.go': 'Ouvrir le dossier',
  'tour.respond.title': '4. Répondre',
  'tour.respond.text':
    'Dans le dossier, choisissez Répondre : un répondeur ajoute un observable à une liste de blocage, envoie un e-mail ou pose un tag. Son résultat apparaît dans le dossier.',
  'tour.respond.go': 'Retour au dossier',
  'tour.activity.title': '5. Revoir ce qui a été fait',
  'tour.activity.text':
    'L’activité liste chaque analyse et chaque réponse, qui l’a lancée et son résultat. La visite est terminée.',
  'tour.activity.go': 'Ouvrir les réponses',
}
