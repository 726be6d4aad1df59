/** Privacy policy and terms of use, English. */

type Section = readonly [heading: string, ...paragraphs: string[]]
type LegalText = { title: string; sections: readonly Section[] }
export type Legal = { privacy: LegalText; terms: LegalText }

export const legalEnglish: Legal = {
  privacy: {
    title: 'Privacy policy',
    sections: [
      [
        'Who is responsible',
        'Mimamori is software that a care organisation runs for its own sites. That organisation decides which rooms are watched and why, and answers questions about your data. The makers of the software have no access to this installation.',
      ],
      [
        'What is recorded',
        'Cameras in the rooms and hallways that the organisation has chosen; pictures and short clips around an alert; where it is switched on, continuous recordings. Analysis happens on a computer inside the facility; only its conclusions and the clips that belong to them are stored.',
        'Of people who sign in: name, e-mail address, language, time zone, which devices are signed in, and what they opened, changed or exported.',
      ],
      [
        'Why',
        'To notice falls, bed exits and similar events in time, to document what happened afterwards, and to be able to show who has looked at pictures of residents.',
      ],
      [
        'Who can see it',
        'Staff of the same site, according to their role. Residents’ pictures never leave the installation by themselves: no advertising, no analytics of third parties, no training of models.',
      ],
      [
        'How long it is kept',
        'As long as the site’s settings say; archived alerts and recordings stay until somebody removes them. The record of who did what is kept for evidence and cannot be changed.',
      ],
      [
        'In your browser',
        'No cookies. Local storage keeps your sign-in, your language and the look of the pages. With “Remember me” your password is kept encrypted by a key of this browser that cannot be copied out of it; untick it to delete both.',
      ],
      ['Your rights', 'Ask the organisation that runs this installation to see, correct or delete data about you.'],
    ],
  },
  terms: {
    title: 'Terms of use',
    sections: [
      [
        'What Mimamori is for',
        'It supports care staff by pointing out events that cameras have seen. It is not a medical device, and it does not replace looking after people: an event can be missed, and an alert can be wrong.',
      ],
      [
        'Your account',
        'Your account is yours. Do not share your password; on a shared station use the account made for it. Sign out on devices that others use. Tell your administrator when you suspect that somebody else has used your account.',
      ],
      [
        'Pictures of residents',
        'Look at pictures and recordings only where your work requires it. Do not photograph the screen, and pass clips on only as your organisation allows. Every view and every export is recorded.',
      ],
      [
        'Availability',
        'Cameras, networks and power can fail. The console says when a camera is offline and when what you see is old. Keep to your facility’s rounds at such times.',
      ],
      ['The software', 'Mimamori is free software under the Apache License 2.0 and comes without warranty.'],
    ],
  },
}
