/** The kinds of e-mails, and the values that each of them needs. */

import type { ViewError } from '@mimamori/contract/camera/camera-lists.ts'
import type { DamagedStore } from '@mimamori/contract/fleet/heartbeat.ts'
import type { Activity } from '@mimamori/contract/shared/apps.ts'
import type { ExternalReason } from '@mimamori/contract/site/external.ts'
import type { BackupErrorFact } from '@mimamori/contract/site/installation.ts'
import type { TenantKind } from '@mimamori/contract/site/site-lists.ts'

/** An alert in an e-mail: no image, and no name of a resident. */
export type MailedAlert = {
  siteName: string
  activity: Activity
  /** The pose model did not confirm the fall. */
  isPossible: boolean
  /** The site's name for the kind of a signal. */
  kindName: string | null
  /** The room's usual name. */
  location: string
  unitName: string | null
  occurredAt: Date
  /** Further alerts of the same kind from there, shortly after the first of this e-mail. */
  moreCount: number
  /** It needs an answer: the link opens it. */
  isAlarm: boolean
  link: string
  timezone: string
}

/** `timezone`: the reader's, for every time in the e-mail. */
export type Template =
  | {
      template: 'invitation'
      name: string
      siteName: string
      /** Name of the inviting user; null: no particular person. */
      invitedBy: string | null
      link: string
      expiresAt: Date
      timezone: string
    }
  /** `isMadeShared`: not requested by the user; an administrator made the account a shared one. */
  | {
      template: 'reset-code'
      name: string
      code: string
      minutes: number
      isMadeShared: boolean
      passwordMinLength: number
    }
  /** Sent to the former address. */
  | { template: 'address-changed'; name: string; newAddress: string; changedAt: Date; timezone: string }
  | { template: 'external-failed'; siteName: string; reason: ExternalReason }
  | { template: 'hub-silent'; siteName: string; hubName: string; lastHeardAt: Date; timezone: string }
  /** `rooms`: some of them by name; `moreCount`: the number of others. `since`: when the first one last passed. */
  | { template: 'path-gap'; siteName: string; rooms: string[]; moreCount: number; since: Date; timezone: string }
  | { template: 'path-back'; siteName: string; rooms: string[]; moreCount: number; timezone: string }
  /** The provider that rings phones failed its hourly check, or passes it again. */
  | { template: 'ringer-failing'; siteName: string; timezone: string }
  | { template: 'ringer-back'; siteName: string; timezone: string }
  /** A webhook target accepts nothing; paused: nothing is sent to it any more. */
  | { template: 'webhook-failing' | 'webhook-paused'; siteName: string; name: string; timezone: string }
  /** A contact of the nurse call cannot be brought into the wanted state, or can again. */
  | { template: 'contact-failing'; siteName: string; contactName: string; timezone: string }
  | { template: 'contact-back'; siteName: string; contactName: string; timezone: string }
  /** A camera's view is not reliable. */
  | { template: 'camera-view'; siteName: string; location: string; code: ViewError; timezone: string }
  /** More alarms than the budget in an hour of a shift; `isOwnName`: the site named the shift. */
  | {
      template: 'alarm-load'
      siteName: string
      shiftName: string
      isOwnName: boolean
      count: number
      budget: number
      at: Date
      timezone: string
    }
  | {
      template: 'hub-duplicate'
      siteName: string
      hubName: string
      /** The host name of the second machine. */
      hostname: string
      refusedAt: Date
      timezone: string
    }
  | {
      template: 'hub-damage'
      siteName: string
      hubName: string
      /** The files that were damaged. */
      stores: DamagedStore['store'][]
      notedAt: Date
      timezone: string
    }
  /** Sent to the operator. `at`: time of the error, or of the last backup; null: there never was one. */
  | {
      template: 'backup-error'
      sign: 'backup-overdue' | 'backup-failed' | 'restore-drill-failed'
      error: BackupErrorFact | null
      at: Date | null
      timezone: string
    }
  /** A site or an organization is deleted at `dueAt`, unless that is withdrawn. */
  | {
      template: 'tenant-marked'
      name: string
      kind: TenantKind
      by: string
      dueAt: Date
      timezone: string
    }
  | { template: 'tenant-restored'; name: string; kind: TenantKind; by: string }
  /** `isAgain`: somebody resent it. `isAsked`: a colleague named the reader in a note. */
  | ({ template: 'alert-raised'; isAgain: boolean; isAsked: boolean } & MailedAlert)
  | ({ template: 'alert-escalated'; escalationName: string } & MailedAlert)
  | ({ template: 'alert-unanswered' } & MailedAlert)
  | { template: 'alert-sample'; link: string }
  | {
      template: 'check-in-reminder'
      siteName: string
      location: string
      unitName: string | null
      startsAt: Date
      /** Name of the user who is to look in. */
      plannedFor: string
      link: string
      timezone: string
    }
  | { template: 'password-changed' | 'second-factor-reset'; name: string; changedAt: Date; timezone: string }
  /** The operator signed in here although the organization requires its provider; `name`: who it was. */
  | { template: 'break-glass'; siteName: string; name: string; at: Date; timezone: string }
export type TemplateName = Template['template']

export type ValuesOf<Name extends TemplateName> = Extract<Template, { template: Name }>
