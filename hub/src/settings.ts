/** Every setting of the hub that comes from its environment. docs/settings.md is made from it. */
import { hubKey, siteKey } from '@mimamori/contract/fleet/hub.ts'
import { readHubCode } from '@mimamori/contract/fleet/hub-code.ts'
import { setting } from '@mimamori/contract/shared/setting.ts'

const isHubKey = (text: string) => hubKey.safeParse(readHubCode(text.trim())?.key ?? text.trim()).success

export const HUB_SETTINGS = {
  MIMAMORI_SERVICE: setting.url({ meaning: 'Address of the service.', schemes: ['https', 'http'] }),
  MIMAMORI_HUB_KEY: setting.text({
    meaning: 'Key of the hub, or the text of the code beside it, which names the service too.',
    ...{ allowed: 'a hub key (mmh_…) or the text of its code', check: isHubKey, isSecret: true },
  }),
  MIMAMORI_SITE_KEY: setting.text({
    meaning: 'Site authorization key, with which a hub without a key registers itself.',
    allowed: 'a site authorization key (mms_…)',
    check: (text) => siteKey.safeParse(text.trim()).success,
    isSecret: true,
  }),
  MIMAMORI_HUB_NAME: setting.text({
    meaning: 'Name of a hub that registers itself; without it the name of its machine.',
  }),
  MIMAMORI_HUB_DATA: setting.text({
    meaning: 'Folder of what the hub must not lose; without it MIMAMORI_DATA_DIR, and without that .data/hub here.',
    allowed: 'a folder',
  }),
  MIMAMORI_DATA_DIR: setting.text({ meaning: 'The same, where MIMAMORI_HUB_DATA is not set.', allowed: 'a folder' }),
  MIMAMORI_HUB_ALLOW_LOOPBACK: setting.flag({ meaning: 'Cameras may be on this machine itself, for trying out.' }),
  MIMAMORI_HUB_DEMO_SCENES: setting.flag({ meaning: 'Cameras may be drawn rooms (`scene:`), for the demo.' }),
  MIMAMORI_HUB_WITHOUT_POSES: setting.flag({ meaning: 'Falls are judged by the background alone, on a slow machine.' }),
  MIMAMORI_HUB_DECODER: setting.choice({
    meaning:
      'What decodes images: `auto` tries the hardware at each start and takes it where it is right and costs less.',
    of: ['auto', 'software'],
    default: 'auto',
  }),
  MIMAMORI_HUB_METRICS_PORT: setting.number({
    meaning: 'Port on 127.0.0.1 at which the hub serves /metrics to Prometheus on the same machine; without it none.',
    ...{ least: 1, most: 65_535, default: null },
  }),
  MIMAMORI_HUB_INSTALLATION: setting.choice({
    meaning: 'How the hub was started: `mimamori-hub` and the container file set it.',
    of: ['launcher', 'container'],
    default: null,
  }),
  MIMAMORI_HUB_RELEASE_KEY: setting.text({
    meaning:
      'Public key (PEM, Ed25519) that releases from the service must be signed with; without it the one that a signed release has beside its program.',
    allowed: 'a file',
  }),
  MIMAMORI_FALL_MODEL: setting.text({
    meaning: 'A file of your own (ONNX) for the advanced fall model.',
    allowed: 'a file',
  }),
  MIMAMORI_FALL_MODEL_RUNTIME: setting.text({
    meaning: 'Folder in which the runtime of that model is installed; without it where the hub is.',
    allowed: 'a folder',
  }),
}
