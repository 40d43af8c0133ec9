// Map services of others, asked before a layer is made of one or changed.
import { post } from '../../define';
import { ServiceCapabilities, ServiceQuestion, ServiceTrial, ServiceTrialResult } from '../../schemas/sources/service';

const needs = { any: [{ module: 1 }, { module: 2 }] };

export const services = {
  /** What a service offers. Each way of failing has its own sentence at its field. */
  capabilities: post('service/capabilities/', {
    body: ServiceQuestion,
    ok: ServiceCapabilities,
    needs,
    seconds: 40,
    beyond: true,
  }),
  /** Has the service draw one picture, and changes nothing. */
  test: post('service/test/', { body: ServiceTrial, ok: ServiceTrialResult, needs, seconds: 40, beyond: true }),
};
