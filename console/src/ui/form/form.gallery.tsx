/** Stories of what stands around the fields of a form. */
import { useForm } from 'react-hook-form'
import { Held, longName, nothing, type Say, type Stories } from '#lib/story.tsx'
import { Card } from '../layout/card.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DeleteButton } from './delete-button.tsx'
import { TextField } from './field/text-field.tsx'
import { FormTabs } from './form-tabs.tsx'
import { FieldRow, FormSection, RecordForm } from './record-form.tsx'
import { SaveBar } from './save-bar.tsx'
import { ScanCode } from './scan-code.tsx'
import { SecretOnce } from './secret-once.tsx'

const done = async () => undefined

function SampleForm({ say, error, isDirty = false }: { say: Say; error?: string; isDirty?: boolean }) {
  const form = useForm<{ it: string }>({ defaultValues: { it: longName(say) } })
  const state = { form, isDirty, isSaving: false, errorCount: 0, failedAttempts: 0, submit: done, discard: nothing }
  return (
    <RecordForm
      label={say('Camera', 'カメラ')}
      state={{ ...state, error: error === undefined ? null : { text: error }, isGuarded: () => false }}
    >
      <FormSection title={say('Name', '名前')} help={longName(say)}>
        <FieldRow>
          <TextField control={form.control} name="it" label={say('Name', '名前')} />
          <TextField control={form.control} name="it" label={say('Name on the map', '地図上の名前')} />
        </FieldRow>
      </FormSection>
    </RecordForm>
  )
}

export const stories: Stories = {
  ConfirmDialog: {
    'opened by its button': (say) => (
      <Held start={false}>
        {(isOpen, hold) => (
          <>
            <button type="button" onClick={() => hold(true)}>
              {say('Delete', '削除')}
            </button>
            <ConfirmDialog
              open={isOpen}
              title={say('Delete the camera?', 'カメラを削除しますか')}
              text={longName(say)}
              verb={say('Delete', '削除')}
              nameToType={say('East 101', '東101')}
              onConfirm={() => hold(false)}
              onClose={() => hold(false)}
            />
          </>
        )}
      </Held>
    ),
  },
  DeleteButton: {
    plain: (say) => (
      <DeleteButton verb={say('Delete', '削除')} title={say('Delete?', '削除しますか')} text="" onDelete={done} />
    ),
    disabled: (say) => (
      <DeleteButton verb={say('Delete', '削除')} title="" text="" rejection={longName(say)} onDelete={done} />
    ),
  },
  FormTabs: {
    'one with an error': (say) => (
      <Held<'a' | 'b' | 'c'> start="a">
        {(tab, hold) => (
          <FormTabs
            label={say('Parts', '項目')}
            tab={tab}
            onTab={hold}
            tabs={[
              { id: 'a', label: say('Connection', '接続'), content: longName(say) },
              { id: 'b', label: say('Recording', '録画'), content: '', hasError: true },
              { id: 'c', label: longName(say), content: '' },
            ]}
          />
        )}
      </Held>
    ),
  },
  RecordForm: {
    unchanged: (say) => <SampleForm say={say} />,
    error: (say) => <SampleForm say={say} error={longName(say)} />,
    changed: (say) => <SampleForm say={say} isDirty />,
  },
  FormSection: { plain: (say) => <FormSection title={longName(say)}>{longName(say)}</FormSection> },
  FieldRow: {
    cards: (say) => (
      <FieldRow>
        <Card>{longName(say)}</Card>
        <Card>{longName(say)}</Card>
      </FieldRow>
    ),
  },
  SaveBar: {
    changed: () => <SaveBar isInPlace isDirty isSaving={false} onDiscard={nothing} />,
    saving: () => <SaveBar isInPlace isDirty isSaving onDiscard={nothing} />,
    errors: () => (
      <SaveBar isInPlace isDirty isSaving={false} onDiscard={nothing} errors={{ count: 2, onShow: nothing }} />
    ),
  },
  ScanCode: { link: (say) => <ScanCode text="https://mimamori.example/#code" label={longName(say)} /> },
  SecretOnce: { key: (say) => <SecretOnce label={longName(say)} secret="mhk_4f9c21ab77e64f0fa3b81c5d9e6a02bd" /> },
}
