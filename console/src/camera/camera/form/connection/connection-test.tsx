/** Lets the hub test the streams of the form, and shows the result or the error. CAM-12. */
import { isSameShape } from '@mimamori/contract/camera/stream/stream-pair.ts'
import { numberFormat } from '@mimamori/contract/shared/intl-format.ts'
import { Alert, Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import type { CameraFormState } from '../camera-form-values.ts'
import { ASKED, type AskedField, isAboutBoth, refusedFields, wrongField } from './asked-fields.ts'
import css from './connection-test.module.css'
import { FailedTest } from './failed-test.tsx'

type Props = {
  form: CameraFormState['form']
  cameraId: string | null
  /** Shows an error at its field while no hub is selected. */
  mayAsk: () => boolean
  /** The form has a field for the hub. */
  hasHubChoice: boolean
  /** Next to the button. */
  children: ReactNode
}
type Asked = {
  streamUrl: string
  /** Empty: only one stream. */
  subStreamUrl: string
  username: string | null
  password?: string | null
  agentId?: string
  isBasicAllowed?: boolean
  certificate?: string | null
}

export function ConnectionTest({ form, cameraId, mayAsk, hasHubChoice, children }: Props) {
  const { t } = useTranslation('cameraForm')
  const [streamUrl, subStreamUrl, username, password, agentId, isBasicAllowed, certificate] = useWatch({
    control: form.control,
    name: ASKED,
  })
  const errorText = useErrorText()
  const isShown = (field: AskedField) =>
    field === 'streamUrl' ||
    field === 'subStreamUrl' ||
    field === 'username' ||
    (field === 'password' && typeof password === 'string') ||
    (field === 'agentId' && hasHubChoice)
  const mark = (field: AskedField, message: string) => form.setError(field, { type: 'service', message })
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (asked: Asked) => probeBoth(cameraId, asked),
    onError: (error) => {
      for (const [field, message] of refusedFields(error, isShown).placed) mark(field, message)
    },
    onSuccess: ({ main, sub }) => {
      for (const [answer, isSub] of [[main, false] as const, [sub, true] as const]) {
        const wrong = answer?.error && wrongField(answer.error.code, isSub)
        if (wrong) mark(wrong.field, wrong.message)
      }
    },
  })
  const asked: Asked = {
    streamUrl: streamUrl.trim(),
    subStreamUrl: subStreamUrl?.trim() ?? '',
    username: username || null,
    isBasicAllowed,
    certificate,
    // If left out, the saved password is used; a new camera without one has none.
    ...(password !== undefined && password !== '' && { password }),
    ...(agentId && { agentId }),
  }
  // A result for another address or login would be misleading.
  const isAbout = JSON.stringify(variables) === JSON.stringify(asked)
  const start = async () => {
    if (mayAsk() && (await form.trigger(ASKED))) mutate(asked)
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
        {isAbout && data && <Results {...data} form={form} />}
      </div>
    </div>
  )
}

type Answer = Awaited<ReturnType<typeof call<'camera.probe'>>>
/** `sub` is null without a sub stream, or if the main stream's error applies to both. */
type Answers = { main: Answer; sub: Answer | null }

async function probeBoth(cameraId: string | null, { subStreamUrl, ...asked }: Asked): Promise<Answers> {
  const main = await call('camera.probe', { body: { cameraId, ...asked } })
  if (subStreamUrl === '' || (main.error && isAboutBoth(main.error.code))) return { main, sub: null }
  try {
    return { main, sub: await call('camera.probe', { body: { cameraId, ...asked, streamUrl: subStreamUrl } }) }
  } catch (error) {
    throw error instanceof ApiError ? ofSub(error) : error
  }
}

/** Moves the service's error about the address to the other field. */
function ofSub({ status, key, message, fields }: ApiError): ApiError {
  const { streamUrl, ...rest } = fields
  return new ApiError(status, key, message, streamUrl === undefined ? rest : { ...rest, subStreamUrl: streamUrl })
}

function Results({ main, sub, form }: Answers & { form: Props['form'] }) {
  const { t } = useTranslation('cameraForm')
  const isSameView = useWatch({ control: form.control, name: 'isSubStreamSameView' })
  if (!sub) return <Result answer={main} form={form} />
  const isOther = main.image && sub.image && !isSameShape(main.image, sub.image)
  return (
    <>
      <div className={css.pair}>
        <Result answer={main} name={t('test-main')} form={form} />
        <Result answer={sub} name={t('test-sub')} form={form} isSub />
      </div>
      {isOther && !isSameView && (
        <Alert severity="warning">
          {t('test-shape')}
          <div>
            <Button size="small" onClick={() => form.setValue('isSubStreamSameView', true, { shouldDirty: true })}>
              {t('test-same-view')}
            </Button>
          </div>
        </Alert>
      )}
    </>
  )
}

type ResultProps = { answer: Answer; name?: string; isSub?: boolean; form: Props['form'] }

function Result({ answer: { error, image }, name, isSub = false, form }: ResultProps) {
  return (
    <section aria-label={name}>
      {name && <strong>{name}</strong>}
      {error && <FailedTest error={error} form={form} />}
      {image && <Seen image={image} form={form} isSub={isSub} />}
    </section>
  )
}

type SeenProps = { image: NonNullable<Answer['image']>; form: Props['form']; isSub: boolean }

function Seen({ image, form, isSub }: SeenProps) {
  const { t, i18n } = useTranslation('cameraForm')
  const { codec, width, height, framesPerSecond, jpeg, withheld } = image
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
        <img className={css.image} src={`data:image/jpeg;base64,${jpeg}`} alt={t('test-image')} />
      ) : (
        <p className={css.quiet}>{t(withheld === 'unsure' ? 'test-unsure' : 'test-private')}</p>
      )}
      <div className={css.words}>
        <strong>{t('test-works')}</strong>
        <span>
          {rate ? t('test-format', { codec, width, height, rate }) : t('test-format-no-rate', { codec, width, height })}
        </span>
        {!isSub && (
          <div>
            <Button size="small" onClick={takeOver}>
              {t('test-use')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
