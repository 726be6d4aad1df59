/** How a new hub is connected: its key once, the command for its machine, and both as a code to scan. HUB-03. */
import { hubCode } from '@mimamori/contract/fleet/hub-code.ts'
import { useTranslation } from 'react-i18next'
import { HubCommands } from '#shared/hub/hub-commands.tsx'
import { ScanCode } from '#ui/form/scan-code.tsx'
import { SecretOnce } from '#ui/form/secret-once.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from './agent-new.module.css'

type Props = { publicId: string; secret: string }

export function AgentConnect({ publicId, secret }: Props) {
  const { t } = useTranslation('agent')
  return (
    <>
      <SecretOnce label={t('key-label')} secret={secret} />
      <Card title={t('connect-title')} help={t('connect-help')}>
        <div className={css.connect}>
          <div>
            <HubCommands setting="MIMAMORI_HUB_KEY" secret={secret} folder={`hub-${publicId}`} />
            <p className={css.quiet}>{t('code-help')}</p>
          </div>
          <ScanCode text={hubCode(location.origin, secret)} label={t('code-label')} />
        </div>
      </Card>
    </>
  )
}
