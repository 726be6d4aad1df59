/** The installation for its operator: version, backups, whether one was ever restored. OPS-02. */
import type { Installation } from '@mimamori/contract/site/installation.ts'
import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { BackupFacts } from './backup-facts.tsx'
import { BackupNotices } from './backup-notices.tsx'
import css from './installation.module.css'
import { useBeginBackup, useInstallation } from './installation-queries.ts'

/** `signIn`: what another noun asks of the operators' sign-in. */
export function InstallationPage({ signIn }: { signIn: ReactNode }) {
  const { t, i18n } = useTranslation('installation')
  const { impersonatedTenant } = useUser()
  const installation = useInstallation()
  const time = useTime()
  if (impersonatedTenant) {
    return (
      <>
        <PageHeader title={t('title')} />
        <Notice>{t('connected')}</Notice>
      </>
    )
  }
  return (
    <Loaded query={installation}>
      {({ version, gaps, backup, mailWaitsSince, externalWaits, contactFails, openFiles }) => (
        <div className={css.page}>
          <PageHeader
            title={t('title')}
            subtitle={t('version', { version })}
            actions={
              <Button href={`/manual/changes-${i18n.language}.html`} target="_blank" rel="noopener">
                {t('changes')}
              </Button>
            }
          />
          {mailWaitsSince && <Notice>{t('mail-waits', { when: time.dateTime(mailWaitsSince) })}</Notice>}
          {externalWaits && (
            <Notice>
              {t('external-waits', { site: externalWaits.siteName, when: time.dateTime(externalWaits.since) })}
            </Notice>
          )}
          {contactFails && (
            <Notice>
              {t('contact-fails', { site: contactFails.siteName, when: time.dateTime(contactFails.since) })}
            </Notice>
          )}
          {openFiles && <Notice>{t('open-files', openFiles)}</Notice>}
          <BackupNotices backup={backup} />
          {gaps.length > 0 && (
            <Card title={t('gaps')} help={t('gaps-help')}>
              <ul className={css.gaps}>
                {gaps.map((gap) => (
                  <li key={gap}>{t(`gap-${gap}`)}</li>
                ))}
              </ul>
            </Card>
          )}
          <Card title={t('backups')} help={t('backups-help')}>
            <BackupFacts backup={backup} />
            <BackupButtons backup={backup} />
          </Card>
          {signIn}
        </div>
      )}
    </Loaded>
  )
}

function BackupButtons({ backup }: Pick<Installation, 'backup'>) {
  const { t } = useTranslation('installation')
  const { mutate, isPending } = useBeginBackup()
  const isBusy = isPending || backup.runs !== null
  const begin = (what: 'backup' | 'drill', done: string) =>
    mutate(what, {
      onSuccess: () => notifySuccess(done),
      onError: (error) => notifyError(errorTextNow(error)),
    })
  return (
    <div className={css.buttons}>
      <Button variant="contained" disabled={isBusy} onClick={() => begin('backup', t('started'))}>
        {t('start')}
      </Button>
      <Button disabled={isBusy || !backup.last} onClick={() => begin('drill', t('started-drill'))}>
        {t('start-drill')}
      </Button>
    </div>
  )
}
