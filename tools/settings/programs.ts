// The programs of Mimamori with the schemas of their settings.
import type { Settings } from '@mimamori/contract/shared/setting.ts'
import { HUB_SETTINGS } from '@mimamori/hub/settings.ts'
import { SERVICE_SETTINGS } from '@mimamori/service/platform/settings.ts'
import { DEVELOPER_SETTINGS, REGISTER_SETTINGS, START_SETTINGS } from '../start/settings.ts'

type Program = { title: string; about: string; settings: Settings }

export const PROGRAMS: Program[] = [
  { title: 'Service', about: '`npm run serve`, and what `npm start` hands on to it.', settings: SERVICE_SETTINGS },
  {
    title: 'Hub',
    about: '`npm run hub`. Arguments win over them; [Install](running/install.md) has the commands.',
    settings: HUB_SETTINGS,
  },
  { title: 'Launcher', about: '`npm start`.', settings: START_SETTINGS },
  { title: 'Register', about: '`npm run register`.', settings: REGISTER_SETTINGS },
  { title: 'Tests, benches and builds', about: 'Nothing that an installation needs.', settings: DEVELOPER_SETTINGS },
]
