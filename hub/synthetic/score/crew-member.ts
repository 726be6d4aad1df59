/** A member of the crew, in a thread of its own: gets numbers of stretches, answers with how they were judged. */
import { parentPort, workerData } from 'node:worker_threads'
import { judge, stretchesFor, type Task } from './judge.ts'

const task = workerData as Task
const stretches = stretchesFor(task)
parentPort!.on('message', async (index: number) => {
  parentPort!.postMessage(await judge(task, stretches[index]!, index))
})
