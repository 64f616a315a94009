import { queryOptions } from "@tanstack/react-query";
import { client, must, type Schemas } from "@/api/client";

/** Questions that the documents answer; of the sample papers where none were made from the documents themselves. */
export const examplesQuery = queryOptions({
  // Begins with what it is made of, so that it is asked anew when documents come or go.
  queryKey: ["documents", "first-questions"],
  queryFn: async (): Promise<string[]> => {
    const { items } = must(await client.GET("/api/v1/questions/examples"));
    return items.length > 0 ? items.map(({ question }) => question) : samplesQuestions();
  },
});

async function samplesQuestions(): Promise<string[]> {
  const { items } = must(await client.GET("/api/v1/samples"));
  return items.flatMap(({ document, questions }) => (document === null ? [] : questions.slice(0, 1)));
}

export const addSamples = async (): Promise<Schemas["Receipt"]> => must(await client.POST("/api/v1/samples"));
