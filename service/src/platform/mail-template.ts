/** What e-mails there are and what each of them needs to be written. */
import type { ExternalReason } from '@mimamori/contract/external.ts'
import type { LetterText } from './letter.ts'

/** `timezone`: the reader's, for every time in the letter. */
export type Template =
  | {
      template: 'invitation'
      name: string
      siteName: string
      /** Who invites; null: nobody in particular. */
      invitedBy: string | null
      link: string
      expiresAt: Date
      timezone: string
    }
  | { template: 'reset-code'; name: string; code: string; minutes: number }
  | { template: 'external-failed'; siteName: string; reason: ExternalReason }
  | { template: 'external-alert-failed'; siteName: string; reason: ExternalReason }
  | { template: 'hub-silent'; siteName: string; hubName: string; lastHeardAt: Date; timezone: string }
  | { template: 'password-changed'; name: string; changedAt: Date; timezone: string }
export type TemplateName = Template['template']

type ValuesOf<Name extends TemplateName> = Extract<Template, { template: Name }>
/** The words of every template in one language. */
export type TemplateTexts = { [Name in TemplateName]: (values: ValuesOf<Name>) => LetterText }
