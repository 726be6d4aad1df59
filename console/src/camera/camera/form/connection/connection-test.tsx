/** Lets the hub try the stream of the form, and says what it saw or why it saw nothing. CAM-12. */
import { numberFormat } from '@mimamori/contract/shared/intl-format.ts'
import { Alert, Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import type { CameraFormState } from '../camera-form-values.ts'
import { ASKED, type AskedField, refusedFields, wrongField } from './asked-fields.ts'
import css from './connection-test.module.css'
import { FailedTest } from './failed-test.tsx'

type Props = {
  form: CameraFormState['form']
  cameraId: string | null
  /** Says at its field when no hub can be asked yet. */
  mayAsk: () => boolean
  /** The form asks for the hub. */
  hasHubChoice: boolean
  /** Beside the button. */
  children: ReactNode
}
type Login = {
  streamUrl: string
  username: string | null
  password?: string | null
  agentId?: string
  isBasicAllowed?: boolean
  certificate?: string | null
}

export function ConnectionTest({ form, cameraId, mayAsk, hasHubChoice, children }: Props) {
  const { t } = useTranslation('cameraForm')
  const [streamUrl, username, password, agentId, isBasicAllowed, certificate] = useWatch({
    control: form.control,
    name: ASKED,
  })
  const errorText = useErrorText()
  const isShown = (field: AskedField) =>
    field === 'streamUrl' ||
    field === 'username' ||
    (field === 'password' && typeof password === 'string') ||
    (field === 'agentId' && hasHubChoice)
  const mark = (field: AskedField, message: string) => form.setError(field, { type: 'service', message })
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (login: Login) => call('camera.probe', { body: { cameraId, ...login } }),
    onError: (error) => {
      for (const [field, message] of refusedFields(error, isShown).placed) mark(field, message)
    },
    onSuccess: ({ failure }) => {
      const wrong = failure && wrongField(failure.code)
      if (wrong) mark(wrong.field, wrong.message)
    },
  })
  const login: Login = {
    streamUrl: streamUrl.trim(),
    username: username || null,
    isBasicAllowed,
    certificate,
    // Left out, the saved one is used; a new camera without one has none.
    ...(password !== undefined && password !== '' && { password }),
    ...(agentId && { agentId }),
  }
  // An answer about another address or login would mislead.
  const isAbout = JSON.stringify(variables) === JSON.stringify(login)
  const start = async () => {
    if (mayAsk() && (await form.trigger(ASKED))) mutate(login)
  }
  return (
    <div className={css.test}>
      <div className={css.buttons}>
        <Button loading={isPending} loadingPosition="start" startIcon={<PlugZap size={18} />} onClick={start}>
          {t('test')}
        </Button>
        {children}
      </div>
      <div role="status" aria-live="polite">
        {isPending && <p className={css.quiet}>{t('testing')}</p>}
        {isAbout && error && refusedFields(error, isShown).isRest && <Alert severity="error">{errorText(error)}</Alert>}
        {isAbout && data?.failure && <FailedTest failure={data.failure} form={form} />}
        {isAbout && data?.picture && <Seen picture={data.picture} form={form} />}
      </div>
    </div>
  )
}

type Answer = Awaited<ReturnType<typeof call<'camera.probe'>>>

function Seen({ picture, form }: { picture: NonNullable<Answer['picture']>; form: Props['form'] }) {
  const { t, i18n } = useTranslation('cameraForm')
  const { codec, width, height, framesPerSecond, jpeg, withheld } = picture
  const rate = framesPerSecond && numberFormat(i18n.language, { maximumFractionDigits: 1 }).format(framesPerSecond)
  const takeOver = () => {
    const change = { shouldDirty: true, shouldValidate: true }
    form.setValue('width', width, change)
    form.setValue('height', height, change)
    if (framesPerSecond) form.setValue('frameRate', Math.round(framesPerSecond * 10) / 10, change)
    notifySuccess(t('test-used'))
  }
  return (
    <div className={css.seen}>
      {jpeg ? (
        <img className={css.picture} src={`data:image/jpeg;base64,${jpeg}`} alt={t('test-picture')} />
      ) : (
        <p className={css.quiet}>{t(withheld === 'unsure' ? 'test-unsure' : 'test-private')}</p>
      )}
      <div className={css.words}>
        <strong>{t('test-works')}</strong>
        <span>
          {rate ? t('test-format', { codec, width, height, rate }) : t('test-format-no-rate', { codec, width, height })}
        </span>
        <div>
          <Button size="small" onClick={takeOver}>
            {t('test-use')}
          </Button>
        </div>
      </div>
    </div>
  )
}
