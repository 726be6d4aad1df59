/** What happened, in the reader's words, for what leaves the service: pushes and e-mails. As the console's `app.` words. */
import type { Activity } from '@mimamori/contract/camera/apps.ts'
import type { Locale } from '@mimamori/contract/identity/session.ts'

export const ACTIVITY_WORDS: Record<Locale, Record<Activity, string>> = {
  en: {
    A001: 'Person',
    A003: 'Motion',
    A004: 'Wake-up',
    A005: 'Fall',
    A006: 'Bed exit',
    'camera-inactive': 'Camera inactive',
    'hub-offline': 'Hub offline',
  },
  ja: {
    A001: '人の検知',
    A003: '動き',
    A004: '起床',
    A005: '転倒',
    A006: '離床',
    'camera-inactive': 'カメラの映像なし',
    'hub-offline': 'ハブのオフライン',
  },
}
