/** settings/list, tab Integrations: the nurse-call contacts of the site, and what they are now. REACH-60. */
import type { Contact } from '@mimamori/contract/alerting/contact.ts'
import { Button, IconButton, Skeleton } from '@mui/material'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './contact.module.css'
import { ContactForm } from './contact-form.tsx'
import { isMoving, useContactDeeds, useContacts } from './contact-queries.ts'

export function ContactCard() {
  const { t } = useTranslation('contact')
  const query = useContacts()
  const [edited, setEdited] = useState<Contact | 'new' | null>(null)
  const end = () => setEdited(null)
  return (
    <div className={css.place}>
      <Card title={t('title')} help={t('help')}>
        <Loaded query={query} isPart skeleton={<Skeleton height={60} />}>
          {(contacts) => (
            <>
              {contacts.length === 0 && edited === null && <p className={css.quiet}>{t('none')}</p>}
              <ul className={css.list}>
                {contacts.map((contact) => (
                  <li key={contact.id} className={css.contact}>
                    {edited !== null && edited !== 'new' && edited.id === contact.id ? (
                      <ContactForm contact={edited} onEnd={end} />
                    ) : (
                      <ContactLine contact={contact} onEdit={() => setEdited(contact)} />
                    )}
                  </li>
                ))}
              </ul>
              {edited === 'new' && <ContactForm onEnd={end} />}
              {edited === null && (
                <div className={css.add}>
                  <Button onClick={() => setEdited('new')}>{t('add')}</Button>
                </div>
              )}
            </>
          )}
        </Loaded>
      </Card>
    </div>
  )
}

function ContactLine({ contact, onEdit }: { contact: Contact; onEdit: () => void }) {
  const { t } = useTranslation('contact')
  const { t: word } = useTranslation('word')
  const { tryOut, remove } = useContactDeeds()
  const [asking, setAsking] = useState<'try' | 'delete' | null>(null)
  const { id, name, isEnabled, kind, unitName, roomName, cameraName, hubName, output, minimumSeverity } = contact
  const device = kind === 'http' ? t('at-hub', { hub: hubName ?? '–' }) : t('at-camera', { camera: cameraName, output })
  const scope = roomName ?? unitName ?? t('everywhere')
  const confirm = { title: name, onClose: () => setAsking(null) }
  return (
    <>
      <span className={css.words}>
        <b>{name}</b>
        <span className={css.quiet}>
          {device} · {scope} · {t('from-severity', { severity: word(`severity-${minimumSeverity}`) })}
        </span>
        <Standing contact={contact} />
      </span>
      <span className={css.deeds}>
        <Button size="small" disabled={!isEnabled} aria-label={`${t('try')}: ${name}`} onClick={() => setAsking('try')}>
          {t('try')}
        </Button>
        <IconButton size="small" aria-label={t('edit', { name })} onClick={onEdit}>
          <Pencil size={18} />
        </IconButton>
        <IconButton size="small" aria-label={t('delete', { name })} onClick={() => setAsking('delete')}>
          <Trash2 size={18} />
        </IconButton>
      </span>
      <ConfirmDialog
        {...confirm}
        open={asking === 'try'}
        text={t('try-text')}
        verb={t('try')}
        onConfirm={async () => {
          await tryOut(id)
          setAsking(null)
          notifySuccess(t('tried'))
        }}
      />
      <ConfirmDialog
        {...confirm}
        open={asking === 'delete'}
        text={t('delete-text')}
        verb={t('delete-verb')}
        onConfirm={async () => {
          await remove(id)
          setAsking(null)
          notifySuccess(t('deleted'))
        }}
      />
    </>
  )
}

/** What it is now, or why it does not follow. */
function Standing({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contact')
  const { isEnabled, wanted, state, isReported, problem, checkedAt } = contact
  const checked = checkedAt && (
    <>
      {' '}
      ({t('checked')} <RelativeTime at={checkedAt} />)
    </>
  )
  if (problem) {
    return (
      <span className={css.failing} role="status">
        {t(`problem-${problem}`)} {wanted === 'closed' && t('should-ring')}
        {checked}
      </span>
    )
  }
  if (!isEnabled) return <span className={css.quiet}>{t('off')}</span>
  if (isMoving(contact)) return <span role="status">{t(`moving-${wanted}`)}</span>
  if (state === null) return <span className={css.quiet}>{t('state-unknown')}</span>
  return (
    <span className={state === 'closed' ? css.closed : css.quiet} role="status">
      {t(`state-${state}`)}
      {!isReported && ` · ${t('not-reported')}`}
      {checked}
    </span>
  )
}
