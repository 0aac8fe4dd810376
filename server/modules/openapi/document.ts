import type { Config } from '../../config.ts';
import type { Operation } from '../../definitions/operation-file.ts';
import problems from '../../problems.json' with { type: 'json' };

function parametersOf(operation: Operation): readonly object[] {
  const of = (place: 'path' | 'query', schema: Operation['params']) => {
    const properties = schema?.properties;
    const required: unknown = schema?.required;
    if (typeof properties !== 'object' || properties === null) return [];
    return Object.entries(properties).map(([name, inner]: [string, unknown]) => ({
      name,
      in: place,
      required: place === 'path' || (Array.isArray(required) && required.includes(name)),
      schema: inner,
    }));
  };
  return [...of('path', operation.params), ...of('query', operation.query)];
}

function bodyOf(operation: Operation, field: string): object {
  if (operation.transport === 'upload')
    return { requestBody: { required: true, content: { 'application/octet-stream': {} } } };
  if (!operation.body) return {};
  const content = {
    type: 'string',
    contentEncoding: 'base64',
    contentMediaType: 'application/json',
    contentSchema: operation.body,
  };
  const schema = {
    type: 'object',
    required: [field],
    additionalProperties: false,
    properties: { [field]: content },
  };
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

function answersOf(operation: Operation): object {
  const empty = Object.keys(operation.answer).length === 0;
  const type = operation.transport === 'file' ? 'application/octet-stream' : 'application/json';
  const good =
    empty && operation.transport !== 'file'
      ? { '204': { description: 'Done.' } }
      : { '200': { description: operation.summary, content: { [type]: { schema: operation.answer } } } };
  const named = (operation.problems ?? []).map(
    (problem) => [String(problem.status), problem.message] as const,
  );
  const usual: (readonly [string, string])[] = [
    ...(operation.permission === 'public' ? [] : [['401', problems['not-signed-in'].message] as const]),
    ...(['public', 'signed-in'].includes(operation.permission)
      ? []
      : [['403', problems['not-allowed'].message] as const]),
    ['400', problems['invalid-request'].message],
    ['503', problems['database-down'].message],
  ];
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const refusals = Object.fromEntries(
    [...usual, ...named].map(([status, description]) => [status, { description, content: problem }]),
  );
  return { ...good, ...refusals };
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'message', 'errors', 'reference'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(problems) },
    message: { type: 'string', description: 'The text for a person.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'message'],
        properties: { pointer: { type: 'string' }, message: { type: 'string' } },
      },
    },
    reference: { type: 'string' },
  },
};

/** The OpenAPI 3.1 document of all operations. */
export function openApiDocument(
  operations: readonly Operation[],
  config: Pick<Config, 'product' | 'version' | 'basePath'>,
) {
  const field = `${config.product}SafeContent`;
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: operation.id,
        summary: operation.summary,
        ...(operation.description ? { description: operation.description } : {}),
        'x-permission': operation.permission,
        security: operation.permission === 'public' ? [] : [{ token: [] }],
        parameters: parametersOf(operation),
        ...bodyOf(operation, field),
        responses: answersOf(operation),
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: config.product,
      version: config.version,
      description: `Bodies of POST, PUT and PATCH travel as {"${field}": "<base64 of the JSON in UTF-8>"}; uploads are the one exception.`,
    },
    servers: [{ url: `${config.basePath}/api` }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`JWT <token>`, the token of session.signin.',
        },
      },
      schemas: { Problem: problemSchema },
    },
  };
}
