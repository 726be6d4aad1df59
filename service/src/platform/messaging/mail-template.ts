/** What e-mails there are and what each of them needs to be written. */

import type { Activity } from '@mimamori/contract/camera/apps.ts'
import type { ViewError } from '@mimamori/contract/camera/view-lists.ts'
import type { DamagedStore } from '@mimamori/contract/fleet/heartbeat.ts'
import type { ExternalReason } from '@mimamori/contract/site/external.ts'
import type { BackupErrorFact } from '@mimamori/contract/site/installation.ts'
import type { TenantKind } from '@mimamori/contract/site/tenant-lists.ts'

/** An alert in a letter: no picture, and no name of a resident. */
type MailedAlert = {
  siteName: string
  activity: Activity
  /** A fall that only the background saw. */
  isPossible: boolean
  /** The room, as people say it. */
  location: string
  unitName: string | null
  occurredAt: Date
  /** Alerts of the same kind from there that came shortly after the first of this e-mail. */
  moreCount: number
  /** Somebody has to go there: the link opens the answer. */
  isAlarm: boolean
  link: string
  timezone: string
}

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
  /** `isMadeShared`: nobody asked for it; an administrator made the account a shared one. */
  | {
      template: 'reset-code'
      name: string
      code: string
      minutes: number
      isMadeShared: boolean
      passwordMinLength: number
    }
  /** To the former address. */
  | { template: 'address-changed'; name: string; newAddress: string; changedAt: Date; timezone: string }
  | { template: 'external-failed'; siteName: string; reason: ExternalReason }
  | { template: 'external-alert-failed'; siteName: string; reason: ExternalReason }
  | { template: 'hub-silent'; siteName: string; hubName: string; lastHeardAt: Date; timezone: string }
  /** `rooms`: some of them by name; `moreCount`: how many besides. `since`: the last passage of the first one. */
  | { template: 'path-gap'; siteName: string; rooms: string[]; moreCount: number; since: Date; timezone: string }
  | { template: 'path-back'; siteName: string; rooms: string[]; moreCount: number; timezone: string }
  /** A camera's view is not to be trusted. */
  | { template: 'camera-view'; siteName: string; location: string; code: ViewError; timezone: string }
  /** More alarms than the budget in an hour of a shift; `isOwnName`: the site gave the shift its name. */
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
      /** What the second machine calls itself. */
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
  /** To the operator. `at`: of the failure, or of the last backup; null: there never was one. */
  | {
      template: 'backup-error'
      error: 'backup-overdue' | 'backup-failed' | 'restore-drill-failed'
      failure: BackupErrorFact | null
      at: Date | null
      timezone: string
    }
  /** A site or an organisation goes at `dueAt`, unless somebody withdraws that. */
  | {
      template: 'tenant-marked'
      name: string
      kind: TenantKind
      by: string
      dueAt: Date
      timezone: string
    }
  | { template: 'tenant-restored'; name: string; kind: TenantKind; by: string }
  /** `isAgain`: somebody asked for it to be sent again. `isAsked`: a colleague named the reader in a note. */
  | ({ template: 'alert-raised'; isAgain: boolean; isAsked: boolean } & MailedAlert)
  | ({ template: 'alert-escalated'; escalationName: string } & MailedAlert)
  | { template: 'alert-sample'; link: string }
  | {
      template: 'check-in-reminder'
      siteName: string
      location: string
      unitName: string | null
      startsAt: Date
      /** Name of who is to look in. */
      plannedFor: string
      link: string
      timezone: string
    }
  | { template: 'password-changed'; name: string; changedAt: Date; timezone: string }
export type TemplateName = Template['template']

export type ValuesOf<Name extends TemplateName> = Extract<Template, { template: Name }>
