// The content security policy forbids inline script, so the one line that starts the documents stands here.
SwaggerUIBundle({ url: "/api/v1/openapi.json", dom_id: "#swagger-ui", deepLinking: true });
