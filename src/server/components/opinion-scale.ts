import { pointsOf } from '../../form/types/opinion-scale.ts'
import { scaleControl } from './scale-control.ts'

export const opinionScale = scaleControl({ scaleOf: pointsOf, look: () => 'scale' })
