// Minimal ONNX models, written byte by byte: an output that depends on the frame's brightness, models that never finish, and
// models that exhaust memory.

/** Protocol buffers: a field's number, and its value as bytes, text or whole number. */
type Field = readonly [number: number, value: Buffer | string | number | bigint]

const FLOAT = 1
const INT64 = 7
const BOOL = 9
/** Types of attributes. */
const GRAPH = 5
const WHOLE = 2

function varint(value: number | bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    const more = rest > 127n ? 128 : 0
    bytes.push(Number(rest & 127n) | more)
    rest >>= 7n
  } while (rest > 0n)
  return Buffer.from(bytes)
}

function message(...fields: Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number' || typeof value === 'bigint') return [varint(number << 3), varint(value)]
      const bytes = Buffer.from(value)
      return [varint((number << 3) | 2), varint(bytes.length), bytes]
    }),
  )
}

const attribute = (name: string, value: Buffer | number) =>
  message([1, name], typeof value === 'number' ? [3, value] : [6, value], [
    20,
    typeof value === 'number' ? WHOLE : GRAPH,
  ])

function node(type: string, inputs: string[], outputs: string[], attributes: Buffer[] = []): Buffer {
  const fields: Field[] = [...inputs.map((name): Field => [1, name]), ...outputs.map((name): Field => [2, name])]
  return message(...fields, [4, type], ...attributes.map((one): Field => [5, one]))
}

function value(name: string, kind: number, shape: readonly (number | string)[]): Buffer {
  const sides = shape.map((side): Field => [1, typeof side === 'number' ? message([1, side]) : message([2, side])])
  return message([1, name], [2, message([1, message([1, kind], [2, message(...sides)])])])
}

function constant(name: string, kind: number, shape: readonly number[], raw: Buffer): Buffer {
  return message(...shape.map((side): Field => [1, side]), [2, kind], [8, name], [9, raw])
}

const floats = (name: string, shape: readonly number[], values: readonly number[]) =>
  constant(name, FLOAT, shape, Buffer.from(Float32Array.from(values).buffer))
const wholes = (name: string, shape: readonly number[], values: readonly bigint[]) =>
  constant(name, INT64, shape, Buffer.from(BigInt64Array.from(values).buffer))

type Graph = { nodes: Buffer[]; constants?: Buffer[]; inputs: Buffer[]; outputs: Buffer[] }

function graph({ nodes, constants = [], inputs, outputs }: Graph): Buffer {
  const all = (number: number, parts: Buffer[]) => parts.map((part): Field => [number, part])
  return message(...all(1, nodes), [2, 'test'], ...all(5, constants), ...all(11, inputs), ...all(12, outputs))
}

/** IR version 8, operator set 13. */
const model = (of: Graph) => message([1, 8], [7, graph(of)], [8, message([1, ''], [2, 13])])

/** In pixels of the input. `confidence`: for a white frame; half of it for a gray one, zero for a black one. */
export type ModelBody = { x: number; y: number; width: number; height: number; confidence: number }
export type ModelRequest = {
  /** Side of its square input. */
  side?: number
  channels?: number
  bodies?: ModelBody[]
  /** Harmful behavior for every frame: never finish, or allocate 1.6 GB. */
  always?: 'hang' | 'eat'
  /** The same, except for the plain gray frame with which the hub tests a model. */
  later?: 'hang' | 'eat'
}

/** A model with the same bodies for every frame, with a confidence that grows with its brightness. */
export function onnxModel({ side = 64, channels = 5, bodies = [], always, later }: ModelRequest = {}): Buffer {
  const count = Math.max(1, bodies.length)
  const rows = Array.from({ length: channels }, () => Array.from({ length: count }, () => 0))
  for (const [at, body] of bodies.entries()) {
    for (const [channel, number] of [body.x, body.y, body.width, body.height].entries()) rows[channel]![at] = number
  }
  const slope = rows.map((row, channel) => row.map((_, at) => (channel === 4 ? (bodies[at]?.confidence ?? 0) : 0)))
  const harm = always ?? later
  const steps = harm ? harmful(harm, always ? -1 : NEARLY) : { nodes: [], constants: [] }
  return model({
    inputs: [value('images', FLOAT, [1, 3, side, side])],
    outputs: [value('output0', FLOAT, [1, channels, count])],
    constants: [
      floats('base', [1, channels, count], rows.flat()),
      floats('slope', [1, channels, count], slope.flat()),
      ...steps.constants,
    ],
    nodes: [
      node('ReduceMean', ['images'], ['mean'], [attribute('keepdims', 0)]),
      ...steps.nodes,
      node('Mul', ['slope', harm ? 'later' : 'mean'], ['sure']),
      node('Add', ['base', 'sure'], ['output0']),
    ],
  })
}

/** The gray of the frame with which the hub tests a model, 0 to 1; and the tolerance around it. */
const GRAY = 114 / 255
const NEARLY = 0.001

/** Makes `later` from `mean`: rounds, or memory, grow with the distance from gray beyond `from`. */
function harmful(harm: 'hang' | 'eat', from: number): { nodes: Buffer[]; constants: Buffer[] } {
  const much = harm === 'hang' ? 1e15 : 1e10
  const constants = [floats('gray', [], [GRAY]), floats('from', [], [from]), floats('much', [], [much])]
  const nodes = [
    node('Sub', ['mean', 'gray'], ['off']),
    node('Abs', ['off'], ['distance']),
    node('Sub', ['distance', 'from'], ['over']),
    node('Mul', ['over', 'much'], ['amount']),
    node('Cast', ['amount'], ['rounds'], [attribute('to', INT64)]),
  ]
  if (harm === 'hang') {
    const round = graph({
      inputs: [value('i', INT64, []), value('goesOn', BOOL, []), value('held', FLOAT, [])],
      outputs: [value('goesOnStill', BOOL, []), value('heldStill', FLOAT, [])],
      nodes: [node('Identity', ['goesOn'], ['goesOnStill']), node('Identity', ['held'], ['heldStill'])],
    })
    constants.push(constant('yes', BOOL, [], Buffer.from([1])))
    nodes.push(node('Loop', ['rounds', 'yes', 'mean'], ['later'], [attribute('body', round)]))
    return { nodes, constants }
  }
  constants.push(wholes('least', [], [1n]), wholes('most', [], [400_000_000n]), wholes('one', [1], [-1n]))
  nodes.push(
    node('Max', ['rounds', 'least'], ['atLeast']),
    node('Min', ['atLeast', 'most'], ['within']),
    node('Reshape', ['within', 'one'], ['shape']),
    node('Expand', ['mean', 'shape'], ['wide']),
    node('ReduceMean', ['wide'], ['later'], [attribute('keepdims', 0)]),
  )
  return { nodes, constants }
}
