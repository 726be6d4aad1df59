/** One form for new and edit: the contract's rules, the service's errors on their fields, and what to do when it is saved. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorOfIssue, placeErrors } from '#lib/browser/form-error.ts'
import { ApiError } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifySuccess } from '../feedback/toast.ts'

type Options<I extends FieldValues, O, B, R> = {
  /** The draft of the contract that the call takes. */
  schema: z.ZodType<O, I>
  /** What the form begins with. A newer state of the record is taken over while nothing was changed. */
  values: I
  /** The record that the values are of; left out while it is new. */
  record?: B
  /** `record`: the state that the form shows, whose version the service compares; not a newer one fetched meanwhile. */
  save: (draft: O, record: B | undefined) => Promise<R>
  /** The message after a success; null: what follows says it. */
  saved: string | null | ((result: R) => string)
  /** Where to go then; left out: the form stays. */
  onSaved?: (result: R) => void
  /** Fetches the record again: offered when somebody else changed it meanwhile. */
  onReload?: () => Promise<unknown>
}

export type RecordFormState<I extends FieldValues = FieldValues, O = I> = {
  form: UseFormReturn<I, unknown, O>
  submit: () => Promise<void>
  /** Why the service refused, when it is about no field alone. */
  error: { text: string; onReload?: () => void } | null
  discard: () => void
  isDirty: boolean
  isSaving: boolean
  /** Whether leaving now loses something. */
  isGuarded: () => boolean
  /** Fields with an error, after an attempt to save. */
  errorCount: number
  /** Counts the attempts that ended with errors: after each one the first is shown. */
  failedAttempts: number
}

/** Hand the result to `<RecordForm>` and its `form.control` to the fields. */
export function useRecordForm<I extends FieldValues, O, B, R>(options: Options<I, O, B, R>): RecordFormState<I, O> {
  const { schema, values, record, save, saved, onSaved, onReload } = options
  const form = useForm<I, unknown, O>({
    resolver: zodResolver(schema as never, { error: errorOfIssue as never }) as never,
    defaultValues: values as DefaultValues<I>,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { isDirty, isSubmitting, errors } = form.formState
  const { problem, setProblem, place } = useProblem(form)
  const [failedAttempts, setFailedAttempts] = useState(0)
  const hasSaved = useRef(false)
  const { discard, reload, shown } = useNewerState(form, { values, record }, () => setProblem(null))

  useEffect(() => {
    if (isDirty) hasSaved.current = false
  }, [isDirty])

  const countAttempt = () => setFailedAttempts((count) => count + 1)
  const submit = form.handleSubmit(async (draft) => {
    setProblem(null)
    try {
      const result = await save(draft, shown.current)
      hasSaved.current = true
      form.reset(form.getValues())
      if (saved !== null) notifySuccess(typeof saved === 'string' ? saved : saved(result))
      onSaved?.(result)
    } catch (error) {
      place(error, onReload && (() => void onReload().then(reload)))
      countAttempt()
    }
  }, countAttempt)

  return {
    form,
    submit,
    error: problem,
    discard,
    isDirty,
    isSaving: isSubmitting,
    isGuarded: () => isDirty && !hasSaved.current,
    errorCount: failedAttempts > 0 ? Object.keys(errors).length : 0,
    failedAttempts,
  }
}

function useProblem<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>) {
  const [problem, setProblem] = useState<RecordFormState['error']>(null)
  const errorText = useErrorText()
  const place = (error: unknown, onReload?: () => void) => {
    const names = Object.keys(form.getValues())
    const isField = (path: string) => names.includes(path.split('.')[0]!)
    const { placed, isRest } = placeErrors(error instanceof ApiError ? error.fields : {}, isField)
    for (const [path, message] of placed) form.setError(path as FieldPath<I>, { type: 'service', message })
    if (placed.length > 0 && !isRest) return
    const isOld = error instanceof ApiError && error.key === 'conflict'
    setProblem({ text: errorText(error), ...(isOld && onReload && { onReload }) })
  }
  return { problem, setProblem, place }
}

type State<I, B> = { values: I; record: B | undefined }

/** Takes a newer state of the record over, unless somebody has begun to change the one that is shown. */
function useNewerState<I extends FieldValues, O, B>(
  form: UseFormReturn<I, unknown, O>,
  { values, record }: State<I, B>,
  onReset: () => void,
) {
  const { isDirty } = form.formState
  const state = JSON.stringify([values, record])
  const [reloads, setReloads] = useState(0)
  const newest = useRef({ values, record })
  const taken = useRef({ state, reloads })
  const shown = useRef(record)
  const discard = () => {
    form.reset(newest.current.values)
    shown.current = newest.current.record
    onReset()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the record or a reload resets, a new render does not
  useEffect(() => {
    newest.current = { values, record }
    const isNew = taken.current.state !== state
    const isAsked = taken.current.reloads !== reloads
    if (!isAsked && (!isNew || isDirty)) return
    taken.current = { state, reloads }
    discard()
  }, [state, reloads])
  return { discard, shown, reload: () => setReloads((count) => count + 1) }
}
