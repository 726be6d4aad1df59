/** The command that starts a hub on its machine, for each way in which one is installed. HUB-03, DOOR-02. */
import { Button } from '@mui/material'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/browser/take-away.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import css from './hub-commands.module.css'

const WAYS = ['debian', 'container', 'checkout'] as const
type Way = (typeof WAYS)[number]
/** Where no other machine reaches the service. */
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** `setting`: the one that carries the secret. `folder` keeps two hubs of one machine apart. */
type Key = { setting: 'MIMAMORI_HUB_KEY' | 'MIMAMORI_SITE_KEY'; secret: string; folder: string }

export function HubCommands(of: Key) {
  const { t } = useTranslation('agent')
  const isLoopback = LOOPBACK.includes(location.hostname)
  const [way, setWay] = useState<Way>(isLoopback ? 'checkout' : 'debian')
  const command = COMMANDS[way](of, location.origin)
  const copy = async () => {
    if (await copyText(command)) notifySuccess(t('copied'))
    else notifyError(t('copy-failed'))
  }
  return (
    <div>
      <Segmented
        label={t('install-label')}
        value={way}
        options={WAYS.map((value) => ({ value, label: t(`install-${value}`) }))}
        onChange={setWay}
      />
      <p className={css.help}>{t(`install-${way}-help`)}</p>
      {isLoopback && <p className={css.help}>{t('install-loopback', { service: location.origin })}</p>}
      <code className={css.command}>{command}</code>
      <Button startIcon={<Copy size={18} />} onClick={copy}>
        {t('copy-command')}
      </Button>
    </div>
  )
}

/** As a variable or by a pipe, the key is in no list of processes. */
const COMMANDS: Record<Way, (of: Key, service: string) => string> = {
  debian: ({ setting, secret }, service) =>
    [
      'sudo apt install ./mimamori-hub_*_$(dpkg --print-architecture).deb',
      `printf 'MIMAMORI_SERVICE=${service}\\n${setting}=${secret}\\n' | sudo tee -a /etc/mimamori/hub.env >/dev/null`,
      'sudo systemctl restart mimamori-hub',
    ].join('\n'),
  container: ({ setting, secret, folder }, service) =>
    [
      "docker build -f Containerfile.hub --build-arg VERSION=$(sed -n 's/^VERSION=//p' compose.env) -t mimamori-hub .",
      `${setting}=${secret} docker run -d --name ${folder} --restart unless-stopped --network host \\`,
      `  -e ${setting} -e MIMAMORI_SERVICE=${service} -v ${folder}:/var/lib/mimamori-hub mimamori-hub`,
    ].join('\n'),
  checkout: ({ setting, secret, folder }, service) =>
    `${setting}=${secret} npm run hub -- --service ${service} --data .data/${folder}`,
}
