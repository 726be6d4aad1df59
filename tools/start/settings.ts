// Every setting of the launcher and of the other programs of the checkout. docs/settings.md is generated from them.
import { LOCALE_CODES } from '@mimamori/contract/languages/locales.ts'
import { setting } from '@mimamori/contract/shared/setting.ts'

/** Settings of `npm start`. environment.ts defines which are passed on to the service. */
export const START_SETTINGS = {
  PORT: setting.number({ meaning: 'Port of the console, on 127.0.0.1.', least: 1, most: 65_535, default: 8080 }),
  MIMAMORI_DATA_DIR: setting.text({
    meaning: 'Folder of all data, logs included; without it .data in the checkout.',
    allowed: 'a folder',
  }),
  MIMAMORI_DEMO_CAMERAS: setting.choice({
    meaning:
      '`rtsp`: over RTSP where GStreamer is installed; `scene`: drawn inside the hub; `none`: no camera, no hub.',
    of: ['rtsp', 'scene', 'none'],
    default: 'rtsp',
  }),
  MIMAMORI_DEMO_LANGUAGE: setting.choice({
    meaning: 'Language of the demo’s rooms, people and accounts, set when it is made; without it that of this machine.',
    of: LOCALE_CODES,
    default: null,
  }),
  MIMAMORI_DEMO_FPS: setting.number({
    meaning: 'Images of each demo camera over RTSP: fewer for a small machine.',
    ...{ least: 1, most: 25, default: 10, unit: 'frames a second' },
  }),
}

/** Settings of `npm run register`. */
export const REGISTER_SETTINGS = {
  MIMAMORI_SERVICE: setting.url({
    meaning: 'Address of the service; without it http://127.0.0.1:8080.',
    schemes: ['https', 'http'],
  }),
  MIMAMORI_PASSWORD: setting.text({ meaning: 'Password of the user; without it you are asked.', isSecret: true }),
}

/** Settings of tests, benches and builds, which an installation does not need. */
export const DEVELOPER_SETTINGS = {
  MIMAMORI_SERVICE: setting.url({
    meaning: 'Service behind the development server of the console; without it http://127.0.0.1:8080.',
    schemes: ['https', 'http'],
  }),
  MIMAMORI_INSTALLED: setting.text({ meaning: 'Any value: programs do not install packages before they start.' }),
  MIMAMORI_BENCH_TRIAL: setting.flag({ meaning: 'The shortest run of a bench that executes all of it.' }),
  MIMAMORI_BENCH_CLIPS: setting.number({
    meaning: 'Clips in the clip-start bench; without it 10000.',
    ...{ least: 1, most: 1_000_000, default: null, unit: 'clips' },
  }),
  MIMAMORI_BENCH_MINUTES: setting.number({
    meaning: 'Length of the demo-hour bench; without it 60.',
    ...{ least: 0.1, most: 1_000, default: null, isWhole: false, unit: 'minutes' },
  }),
  MIMAMORI_HISTORIES: setting.number({
    meaning:
      'Random histories of alarms on rows in the property test; without it 40. Each number is a seed of its own.',
    ...{ least: 10, most: 100_000, default: null, unit: 'histories' },
  }),
  MIMAMORI_TEST_POSTGRES: setting.text({
    meaning:
      'Programs of another PostgreSQL on which the service’s tests run: /usr/lib/postgresql/15. Without it the embedded one.',
    allowed: 'a folder',
  }),
  MIMAMORI_CAMERA_CLIPS: setting.text({
    meaning:
      'Public recordings of cameras, as hub/src/testing/camera-clips.ts lists them. Without it they are left out.',
    allowed: 'a folder',
  }),
  MIMAMORI_LIVE555: setting.text({
    meaning: 'live555’s server on which the hub’s tests run, as docs/testing.md unpacks it. Without it Debian’s.',
    allowed: 'a path',
  }),
  MIMAMORI_E2E_PORT: setting.number({
    meaning: 'First port of the stacks of browser tests.',
    ...{ least: 1, most: 65_000, default: 8179 },
  }),
  MIMAMORI_E2E_DATA: setting.text({ meaning: 'Set by the browser tests: data folder of their stack.' }),
}
