/** Starts the gallery in place of the console: the switches, or with `?scheme=` the stories that they frame. */

import { loaders } from 'virtual:texts'
import { TEXT_GROUPS, type TextGroup } from '@mimamori/contract/languages/text-groups.ts'
import { createRoot } from 'react-dom/client'
import { loadTexts, startI18n } from '#lib/browser/i18n.ts'
import { toLanguage } from '#lib/browser/language.ts'
import { type SessionUser, signIn } from '#lib/session/session.ts'
import { Gallery } from './gallery.tsx'
import { StoryList } from './story-list.tsx'

const SITE = {
  id: '00000000-0000-4000-8000-000000000001',
  schemaName: 'Sakura Home',
  schemaCode: 'sakura',
  timezone: 'Asia/Tokyo',
  isRecordingEnabled: true,
  isLiveStreamingEnabled: true,
  passwordMinLength: 8,
  license: { packages: [] },
}
const USER: SessionUser = {
  id: '00000000-0000-4000-8000-000000000002',
  token: 'gallery',
  tokenExpiresAt: '2999-01-01T00:00:00Z',
  firstName: 'Hanako',
  lastName: 'Sato',
  displayName: 'Hanako Sato',
  email: 'hanako@example.com',
  userName: 'hanako',
  photoURL: null,
  locale: 'en',
  timezone: 'Asia/Tokyo',
  dateFormat: 'yyyy/MM/dd HH:mm',
  role: 'ADMIN',
  type: 'REGULAR',
  applicationTenant: SITE,
  impersonatedTenant: null,
  unitIds: [],
}

export async function startGallery(place: HTMLElement): Promise<void> {
  const root = createRoot(place)
  const asked = new URLSearchParams(location.search)
  const scheme = asked.get('scheme')
  if (!scheme) {
    root.render(<Gallery />)
    return
  }
  // Other tabs must not take this person over, nor keep what is tried here.
  Storage.prototype.setItem = () => undefined
  const language = toLanguage(asked.get('language') ?? 'en')
  document.documentElement.dataset.scheme = scheme
  await startI18n(language, loaders)
  await Promise.all((Object.keys(TEXT_GROUPS) as TextGroup[]).map(loadTexts))
  signIn({ ...USER, locale: language })
  root.render(<StoryList language={language} />)
}
