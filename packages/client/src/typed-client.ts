import type { Client, ClientPathsWithMethod, FetchOptions, FetchResponse } from 'openapi-fetch';

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

/** The client of openapi-fetch, with type errors about paths. */
export type TypedClient<Paths extends object> = Omit<
  Client<Paths>,
  'request' | Uppercase<Method>
> & {
  [M in Method as Uppercase<M>]: Call<Paths, M>;
};

/**
 * openapi-fetch gives a path that does not exist the parameters of all paths, and the error is about a missing
 * second argument. Here such a path has any parameters and any answer, so that the one error is about the path.
 */
type Call<Paths extends object, M extends Method> = <
  Path extends string,
  Init extends Options<Operation<Paths, Path, M>>,
>(
  path: Path extends PathOf<Paths, M> ? Path : PathOf<Paths, M>,
  ...init: Path extends PathOf<Paths, M> ? InitParameter<Init> : Unchecked[]
) => Promise<
  Path extends PathOf<Paths, M>
    ? FetchResponse<Operation<Paths, Path, M>, Init, MediaType>
    : UncheckedAnswer
>;

type PathOf<Paths extends object, M extends Method> = ClientPathsWithMethod<Client<Paths>, M>;
type MediaType = `${string}/${string}`;
type Unchecked = { [option: string]: unknown };
// biome-ignore lint/suspicious/noExplicitAny: another type would cause a second error
type UncheckedAnswer = { data: any; error: any; response: Response };

type Operation<Paths, Path extends string, M extends Method> =
  Paths extends Record<Path, Record<M, infer Found extends object>> ? Found : never;

type Options<Found> =
  object extends FetchOptions<Found> ? FetchOptions<Found> | undefined : FetchOptions<Found>;

/** Optional where none of its properties is required. */
type InitParameter<Init> = object extends Init ? [(Init & Unchecked)?] : [Init & Unchecked];
